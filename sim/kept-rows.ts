/** A table that keeps rows of removed things, what the rows still contain, and for how long. */
export type KeptRows = { table: string; keeps: string; until: string };

/** The tables that keep rows of a removed Item. Every other table with an `item_id` has none. */
export const KEPT_OF_ITEMS: readonly KeptRows[] = [
  {
    table: "item",
    keeps: "that the Item existed, at which institution, its dates and its user",
    until: "its client is removed",
  },
  { table: "usage", keeps: "the number of its billed calls", until: "for good" },
  { table: "consent", keeps: "what its user agreed to", until: "its client is removed" },
  {
    table: "item_status",
    keeps: "the times of its last update and webhook",
    until: "its client is removed",
  },
  { table: "webhook_delivery", keeps: "its webhooks, sealed", until: "30 days" },
  { table: "request_log", keeps: "its calls, without values about a person", until: "30 days" },
  { table: "link_visit_item", keeps: "the session that it was made in", until: "30 days" },
  {
    table: "person_session",
    keeps: "that its user had the account site open",
    until: "a day after its last use",
  },
  {
    table: "asset_report_coverage",
    keeps: "the Asset Reports that cover it, which never change",
    until: "the report or the data of its user is removed",
  },
  {
    table: "asset_report_item",
    keeps: "what an Asset Report says about it",
    until: "the report or the data of its user is removed",
  },
];

/**
 * The tables that keep rows of a removed client. Every other table with a `client_id` has none
 * after the erasure.
 */
export const KEPT_OF_CLIENTS: readonly KeptRows[] = [
  { table: "audit_entry", keeps: "who did what to it, by ids", until: "for good" },
  { table: "usage", keeps: "the number of its billed calls by Item and month", until: "for good" },
  { table: "usage_total", keeps: "their number by product and day", until: "for good" },
  { table: "request_total", keeps: "the number of its requests by hour", until: "30 days" },
  { table: "link_session_total", keeps: "the number of its sessions by hour", until: "30 days" },
  { table: "webhook_total", keeps: "the number of its webhooks by hour", until: "30 days" },
  { table: "link_visit_total", keeps: "the number of its sessions by day", until: "30 days" },
  { table: "link_visit", keeps: "how its sessions ended, by ids", until: "30 days" },
  { table: "request_log", keeps: "its calls, without values about a person", until: "30 days" },
];
