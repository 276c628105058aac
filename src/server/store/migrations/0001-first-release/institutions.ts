import { bigint, flag, integer, table, text, time } from "./table.ts";

/** Institutions, how they are reached, and how they respond. */
export const institutions = [
  table("institution", {
    columns: {
      institution_id: text(),
      position: integer(), // orders the list
      name: text(),
      aliases: text(), // JSON
      products: text(), // JSON
      country_codes: text(), // JSON
      routing_numbers: text(), // JSON
      oauth: flag(),
      url: text({ isNullable: true }),
      mark: text({ isNullable: true }),
      color: text({ isNullable: true }),
      supported: flag(),
      added_at: time(),
      logo: text({ isNullable: true }), // its address or bytes
      logo_png: text({ isNullable: true }), // the picture in Base64
      description: text({ isNullable: true }), // JSON, of a bank that users reach by a token of their own
    },
    primaryKey: ["institution_id"],
    indexes: {
      institution_by_position: ["position"],
    },
  }),
  table("institution_connection", {
    columns: {
      institution_id: text({ references: "institution.institution_id", onDelete: "cascade" }),
      issuer: text(),
      client_id: text(),
      authentication: text(),
      data_url: text(),
      scopes: text({ isNullable: true }), // null: the scopes that the issuer offers
      resource: text({ isNullable: true }),
      flow: text({ initial: "code" }),
      sealed_secrets: text(),
      connected_at: time(),
      own_redirect_uri: flag({ initial: 0 }),
      quota: text({ isNullable: true }), // JSON
      private_hosts: text({ isNullable: true }), // JSON
      dpop: flag({ initial: 1 }),
      dpop_by: text({ initial: "metadata" }),
      standard: text({ isNullable: true }), // JSON: dialect, security profile and deviations
    },
    primaryKey: ["institution_id"],
  }),
  table("institution_check", {
    columns: {
      institution_id: text(),
      check_id: text(),
      state: text(),
      started_at: time(),
      sign_ins: integer(),
      progress: text(), // JSON
      state_digest: text({ isNullable: true }),
      sealed_address: text({ isNullable: true }),
      sealed_return: text({ isNullable: true }),
      results: text({ isNullable: true }), // JSON
    },
    primaryKey: ["institution_id"],
    indexes: {
      institution_check_by_state_digest: ["state_digest"],
    },
  }),
  table("request_count", {
    columns: {
      key: text(),
      counts: text(), // JSON
      revision: bigint(),
      sent_at: time(),
    },
    primaryKey: ["key"],
    indexes: {
      request_count_sent_at: ["sent_at"],
    },
  }),
  table("institution_request_count", {
    columns: {
      institution_id: text(),
      kind: text(),
      counted_from: time(), // the start of some minutes
      succeeded: integer(),
      failed: integer(),
    },
    primaryKey: ["counted_from", "institution_id", "kind"],
    indexes: {
      institution_request_count_by_institution_id_counted_from: ["institution_id", "counted_from"],
    },
  }),
  table("institution_outage", {
    columns: {
      institution_id: text(),
      kind: text(),
      began_at: time(),
      ended_at: time(), // 0 while it lasts
    },
    primaryKey: ["institution_id", "kind", "ended_at"],
    indexes: {
      institution_outage_by_ended_at: ["ended_at"],
    },
  }),
  table("failed_sign_in", {
    columns: {
      link_session_id: text(),
      client_id: text({ references: "client.client_id", onDelete: "cascade" }),
      institution_id: text(),
      sealed_notice: text(),
      recipient_digest: text({ isNullable: true }),
      is_mailed: flag({ initial: 0 }),
      failed_at: time(),
    },
    primaryKey: ["link_session_id"],
    indexes: {
      failed_sign_in_by_client_id_recipient_digest: ["client_id", "recipient_digest"],
      failed_sign_in_by_institution_id_failed_at: ["institution_id", "failed_at"],
    },
  }),
  table("table_revision", {
    columns: {
      name: text(),
      revision: integer(),
    },
    primaryKey: ["name"],
  }),
  table("institution_ids", {
    columns: {
      institution_id: text(),
      moved: integer(), // how often its ids of transactions were seen to move
      moved_at: time({ isNullable: true }),
      setting: text({ isNullable: true }), // the operator's word
      rebooked: integer({ initial: 0 }), // payments that were booked again under another id
    },
    primaryKey: ["institution_id"],
  }),
  table("aggregator", {
    columns: {
      aggregator_id: text(),
      kind: text(),
      address: text(),
      application_id: text(),
      sealed_key: text(),
      client_id: text({ isNullable: true }),
      sealed_person: text({ isNullable: true }),
      added_at: time(),
      refreshed_at: time({ isNullable: true }),
      problem: text({ isNullable: true }),
    },
    primaryKey: ["aggregator_id"],
  }),
];
