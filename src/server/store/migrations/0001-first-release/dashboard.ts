import { bigint, flag, integer, table, text, time } from "./table.ts";

/** The Dashboard with its sessions, and the log of requests and of uses of Link. */
export const dashboard = [
  table("dashboard_session", {
    columns: {
      token_digest: text(),
      client_id: text({ isNullable: true, references: "client.client_id", onDelete: "cascade" }),
      key_digest: text(),
      opened_at: time(),
      seen_at: time(),
      expires_at: time(),
      member_id: text({ isNullable: true, references: "member.member_id", onDelete: "cascade" }),
      address: text({ isNullable: true }),
      browser: text({ isNullable: true }),
    },
    primaryKey: ["token_digest"],
    indexes: {
      dashboard_session_by_client_id: ["client_id"],
      dashboard_session_by_expires_at: ["expires_at"],
      dashboard_session_by_member_id: ["member_id"],
    },
  }),
  table("dashboard_operator", {
    columns: {
      name: text(),
      password_hash: text(),
      changed_at: time(),
    },
    primaryKey: ["name"],
  }),
  table("dashboard_setup_code", {
    columns: {
      code_digest: text(),
      expires_at: time(),
    },
    primaryKey: ["code_digest"],
  }),
  table("request_log", {
    columns: {
      request_id: text(),
      client_id: text({ isNullable: true }),
      path: text(),
      status: integer(),
      failed: flag(),
      error_code: text({ isNullable: true }),
      version: text({ isNullable: true }),
      ms: integer(), // how long the response took, in ms
      at: time(),
      request: text({ isNullable: true }), // redacted JSON
      response: text({ isNullable: true }), // redacted JSON
      item_id: text({ isNullable: true }),
    },
    primaryKey: ["at", "request_id"],
    indexes: {
      request_log_by_request_id: ["request_id"],
      request_log_by_client_id_at_request_id: ["client_id", "at", "request_id"],
      request_log_by_client_id_latency: ["client_id", "ms", "request_id", "at", "failed"],
      request_log_by_latency: ["ms", "request_id", "at", "failed"],
      request_log_by_path: ["path", "at", "request_id", "client_id", "failed"],
      request_log_by_path_latency: ["path", "ms", "request_id", "at", "client_id", "failed"],
      request_log_failed_by_at: { columns: ["at", "request_id", "client_id"], where: "failed = 1" },
      request_log_failed_by_error_code: {
        columns: ["error_code", "at", "request_id", "client_id", "ms"],
        where: "failed = 1",
      },
      request_log_by_item_id: ["item_id", "at", "request_id", "client_id", "failed"],
      request_log_by_version: ["version", "at", "request_id", "client_id", "failed", "path"],
    },
  }),
  table("link_visit", {
    columns: {
      link_session_id: text(),
      client_id: text(),
      institution_id: text({ isNullable: true }),
      reached: integer(), // a place in REACHED
      outcome: text(),
      exit_status: text({ isNullable: true }),
      error_code: text({ isNullable: true }),
      update_mode: flag(),
      started_at: time(),
      seen_at: time(),
    },
    primaryKey: ["link_session_id"],
    indexes: {
      link_visit_by_client_id_outcome_started_at_link_session_id: [
        "client_id",
        "outcome",
        "started_at",
        "link_session_id",
      ],
      link_visit_by_client_id_started_at_link_session_id: [
        "client_id",
        "started_at",
        "link_session_id",
      ],
      link_visit_by_institution_id_started_at: ["institution_id", "started_at"],
      link_visit_by_outcome_started_at_link_session_id: [
        "outcome",
        "started_at",
        "link_session_id",
      ],
      link_visit_by_started_at_link_session_id: ["started_at", "link_session_id"],
    },
  }),
  table("link_visit_total", {
    columns: {
      client_id: text(), // empty for all clients
      kind: text(),
      value: text(),
      day: integer(), // days since 1970-01-01
      count: bigint(),
    },
    primaryKey: ["client_id", "kind", "value", "day"],
  }),
  table("link_event", {
    columns: {
      event_id: text(),
      link_session_id: text(),
      at: time(),
      source: text(),
      name: text(),
      detail: text({ isNullable: true }),
      error_code: text({ isNullable: true }),
      ms: integer({ isNullable: true }), // how long the response took, in ms
    },
    primaryKey: ["link_session_id", "at", "event_id"],
    indexes: {
      link_event_by_at: ["at"],
    },
  }),
  table("link_visit_item", {
    columns: {
      link_session_id: text({ references: "link_visit.link_session_id", onDelete: "cascade" }),
      item_id: text(),
    },
    primaryKey: ["link_session_id", "item_id"],
    indexes: {
      link_visit_item_by_item_id: ["item_id"],
    },
  }),
  table("request_total", {
    columns: {
      client_id: text(), // empty for all clients
      hour: integer(), // hours since 1970-01-01
      outcome: text(),
      bin: integer(),
      count: bigint(),
    },
    primaryKey: ["client_id", "hour", "outcome", "bin"],
    indexes: {
      request_total_by_hour: ["hour"],
    },
  }),
  table("link_session_total", {
    columns: {
      client_id: text(), // empty for all clients
      hour: integer(), // hours since 1970-01-01
      outcome: text(),
      count: bigint(),
    },
    primaryKey: ["client_id", "hour", "outcome"],
    indexes: {
      link_session_total_by_hour: ["hour"],
    },
  }),
];
