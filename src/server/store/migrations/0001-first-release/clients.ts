import { bigint, flag, integer, table, text, time } from "./table.ts";

/** Clients with their settings, and the users that they have. */
export const clients = [
  table("client", {
    columns: {
      client_id: text(),
      name: text({ initial: "" }),
      public_key: text({ isUnique: true }),
      public_key_enabled: flag(),
      partner: flag({ initial: 0 }),
      legacy_user_api: flag({ initial: 0 }),
      default_version: text(),
      products: text(), // JSON
      institutions: text({ initial: "[]" }), // JSON
      account_selection: text({ initial: "several" }),
      production_access: text({ initial: "granted" }),
      production_requested_at: time({ isNullable: true }),
      production_note: text({ initial: "" }),
      grants_allowed: flag({ initial: 1 }),
      created_at: time(),
      removed_at: time({ isNullable: true }),
    },
    primaryKey: ["client_id"],
    indexes: {
      client_by_created_at: ["created_at"],
    },
  }),
  table("client_secret", {
    columns: {
      client_id: text({ references: "client.client_id", onDelete: "cascade" }),
      secret_id: text(),
      name: text(),
      digest: text(),
      last_four: text(),
      created_at: time(),
      used_at: time({ isNullable: true }), // to the minute
      ends_at: time({ isNullable: true }),
      products: text({ isNullable: true }), // JSON; null for all
      read_only: flag({ initial: 0 }),
      networks: text({ initial: "[]" }), // JSON
    },
    primaryKey: ["client_id", "secret_id"],
  }),
  table("client_origin", {
    columns: {
      client_id: text({ references: "client.client_id", onDelete: "cascade" }),
      origin: text(),
      position: integer(), // orders the list of the client
    },
    primaryKey: ["client_id", "origin"],
    indexes: {
      client_origin_by_origin: ["origin"],
    },
  }),
  table("client_redirect_uri", {
    columns: {
      client_id: text({ references: "client.client_id", onDelete: "cascade" }),
      uri: text(),
      position: integer(), // orders the list of the client
    },
    primaryKey: ["client_id", "uri"],
  }),
  table("client_brand", {
    columns: {
      client_id: text({ references: "client.client_id", onDelete: "cascade" }),
      name: text(),
      accent: text({ isNullable: true }),
      logo: text({ isNullable: true }), // a PNG in base64
      logo_digest: text({ isNullable: true }),
      logo_width: integer({ isNullable: true }), // px
      logo_height: integer({ isNullable: true }), // px
      mode: text({ initial: "auto" }),
      radius: integer({ isNullable: true }), // px
      font: text({ isNullable: true }),
      trust_pane: flag({ initial: 0 }), // whether Link shows the trust facts on a pane of their own
    },
    primaryKey: ["client_id"],
    indexes: {
      client_brand_by_logo_digest: ["logo_digest"],
    },
  }),
  table("client_alert", {
    columns: {
      client_id: text({ references: "client.client_id", onDelete: "cascade" }),
      webhook: text({ isNullable: true }),
      email: text({ isNullable: true }),
      mail_users: flag(),
      remind_users: flag({ initial: 0 }),
    },
    primaryKey: ["client_id"],
  }),
  table("end_user", {
    columns: {
      user_id: text(),
      client_id: text({ references: "client.client_id", onDelete: "cascade" }),
      client_user_id: text(),
      legacy_user_id: text({ isNullable: true }),
      sealed_identity: text({ isNullable: true }),
      created_at: time(),
      products_ended_at: time({ isNullable: true }),
    },
    primaryKey: ["user_id"],
    unique: ["client_id", "client_user_id"],
  }),
  table("legacy_use", {
    columns: {
      client_id: text(),
      path: text(),
      field: text(),
      count: bigint(),
      last_at: time(),
      request_id: text(),
    },
    primaryKey: ["client_id", "path", "field"],
  }),
];
