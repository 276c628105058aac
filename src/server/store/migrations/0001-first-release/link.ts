import { integer, table, text, time } from "./table.ts";

/** Link sessions, the tokens around them, and consents. */
export const link = [
  table("link_token", {
    columns: {
      digest: text(),
      client_id: text({ references: "client.client_id" }),
      config: text(), // sealed JSON
      update_item_id: text({ isNullable: true, references: "item.item_id", onDelete: "cascade" }),
      details: text(), // JSON
      sealed_token: text({ isNullable: true }),
      created_at: time(),
      expires_at: time(),
    },
    primaryKey: ["digest"],
    indexes: {
      link_token_by_client_id: ["client_id"],
      link_token_by_expires_at: ["expires_at"],
      link_token_by_update_item_id: ["update_item_id"],
    },
  }),
  table("link_session", {
    columns: {
      link_session_id: text(),
      token_digest: text({ isUnique: true }),
      client_id: text({ references: "client.client_id" }),
      origin: text(),
      config: text(), // sealed JSON
      link_token_digest: text({
        isNullable: true,
        references: "link_token.digest",
        onDelete: "cascade",
      }),
      public_token_digest: text({ isNullable: true }),
      resume_digest: text({ isNullable: true }),
      update_item_id: text({ isNullable: true, references: "item.item_id", onDelete: "cascade" }),
      consent: text({ isNullable: true }), // JSON
      guard: text({ initial: "{}" }), // JSON
      submission: text({ isNullable: true }),
      submission_until: time({ isNullable: true }),
      submission_answer: text({ isNullable: true }), // JSON with sealed texts
      step: text(), // JSON with sealed texts
      revision: integer(),
      results: text({ initial: "[]" }), // JSON: the Items that it has connected
      created_at: time(),
      expires_at: time(),
    },
    primaryKey: ["link_session_id"],
    indexes: {
      link_session_by_client_id: ["client_id"],
      link_session_by_expires_at: ["expires_at"],
      link_session_by_link_token: { columns: ["link_token_digest"], isUnique: true },
      link_session_by_update_item_id: ["update_item_id"],
    },
  }),
  table("oauth_redirect", {
    columns: {
      state_digest: text(),
      link_session_id: text({
        references: "link_session.link_session_id",
        onDelete: "cascade",
        onUpdate: "cascade",
      }),
      via: text(),
      ticket_digest: text({ isUnique: true }),
      sealed_url: text(),
      cookie_digest: text({ isNullable: true }),
      returned_at: integer({ isNullable: true }), // ms since 1970
      state_id_digest: text({ isNullable: true, isUnique: true }),
      state_id_used_at: integer({ isNullable: true }), // ms since 1970
      expires_at: integer(), // ms since 1970
    },
    primaryKey: ["state_digest"],
    indexes: {
      oauth_redirect_by_expires_at: ["expires_at"],
      oauth_redirect_by_session: ["link_session_id"],
    },
  }),
  table("consent", {
    columns: {
      link_session_id: text(),
      item_id: text({ references: "item.item_id" }),
      client_id: text({ references: "client.client_id" }),
      institution_id: text(),
      version: text(),
      scope: text(), // JSON
      given_at: time(),
      expires_at: time(),
    },
    primaryKey: ["item_id", "link_session_id"],
    indexes: {
      consent_by_client_id: ["client_id"],
      consent_by_link_session_id: ["link_session_id"],
    },
  }),
  table("public_token", {
    columns: {
      digest: text(),
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      client_id: text({ references: "client.client_id" }),
      created_at: time(),
      expires_at: time(),
      exchanged_at: time({ isNullable: true }),
    },
    primaryKey: ["item_id", "digest"],
    indexes: {
      public_token_by_expires_at: ["expires_at"],
      public_token_by_digest: { columns: ["digest"], isUnique: true },
    },
  }),
  table("processor_token", {
    columns: {
      digest: text(),
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      account_id: text(),
      processor: text(),
      products: text({ isNullable: true }), // JSON; null for all
      webhook: text({ isNullable: true }),
      webhook_client_id: text({ isNullable: true }), // the processor's
      created_at: time(),
    },
    primaryKey: ["item_id", "digest"],
    indexes: {
      processor_token_by_digest: { columns: ["digest"], isUnique: true },
      processor_token_by_webhook_client_id: {
        columns: ["webhook_client_id"],
        where: "webhook_client_id is not null",
      },
    },
  }),
];
