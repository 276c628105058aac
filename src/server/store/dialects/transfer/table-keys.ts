import type { Tables } from "../../tables.ts";

/**
 * Every table's primary key, in an order in which rows come after those that they refer to. A table without a
 * key has one row.
 */
export const TABLE_KEYS: {
  readonly [Name in keyof Tables]: readonly (keyof Tables[Name] & string)[];
} = {
  client: ["client_id"],
  client_secret: ["client_id", "secret_id"],
  client_origin: ["client_id", "origin"],
  client_redirect_uri: ["client_id", "uri"],
  client_brand: ["client_id"],
  dashboard_session: ["token_digest"],
  dashboard_operator: ["name"],
  dashboard_setup_code: ["code_digest"],
  webhook_key: ["key_id"],
  institution: ["institution_id"],
  institution_connection: ["institution_id"],
  end_user: ["user_id"],
  legacy_use: ["client_id", "path", "field"],
  cash_flow_monitor: ["user_id"],
  item: ["item_id"],
  item_account: ["item_id", "account_id"],
  item_read: ["item_id", "kind"],
  item_pull: ["item_id"],
  item_status: ["item_id"],
  connector_state: ["item_id"],
  unsealed_connector_state: ["item_id"],
  live_items: [],
  live_item_total: ["kind", "owner_id", "slot"],
  transaction_feed: ["item_id"],
  item_transaction: ["item_id", "transaction_id"],
  transaction_day: ["item_id", "account_id", "date"],
  removed_transaction: ["item_id", "removed"],
  link_token: ["digest"],
  link_session: ["link_session_id"],
  oauth_redirect: ["state_digest"],
  consent: ["item_id", "link_session_id"],
  public_token: ["item_id", "digest"],
  processor_token: ["item_id", "digest"],
  person: ["person_id"],
  person_item: ["item_id"],
  person_session: ["session_digest"],
  used_one_time_address: ["address_id"],
  email_code: ["session_digest"],
  asset_report: ["asset_report_id"],
  asset_report_coverage: ["item_id", "asset_report_id"],
  asset_report_item: ["asset_report_id", "position"],
  asset_report_account: ["asset_report_id", "account_id"],
  audit_copy: ["digest"],
  consumer_report: ["report_id"],
  report_piece: ["draft_id", "account_id", "part", "position"],
  report_erasure: ["draft_id", "account_id"],
  job: ["job_id"],
  webhook_delivery: ["created_at", "delivery_id"],
  webhook_attempt: ["delivery_id", "number", "delivery_created_at"],
  request_log: ["at", "request_id"],
  link_visit: ["link_session_id"],
  link_visit_total: ["client_id", "kind", "value", "day"],
  link_event: ["link_session_id", "at", "event_id"],
  institution_check: ["institution_id"],
  institution_request_count: ["counted_from", "institution_id", "kind"],
  institution_outage: ["institution_id", "kind", "ended_at"],
  client_alert: ["client_id"],
  failed_sign_in: ["link_session_id"],
  usage_total: ["day", "client_id", "product"],
  usage: ["month", "client_id", "product", "item_id"],
  rate_counter: ["key"],
  request_count: ["key"],
  table_revision: ["name"],
  audit_entry: ["sequence"],
  audit_head: [],
  mark: ["name"],
};

export type TableName = keyof Tables;

/** Every table, those first that others refer to. */
export const TABLE_NAMES = Object.keys(TABLE_KEYS) as TableName[];

/** Tables in which a migration writes rows, even in a store without other data. */
export const SEEDED: readonly TableName[] = ["live_items", "table_revision", "audit_head"];
