import type { WatchedTable } from "../dialect.ts";
import { CLIENT_TABLES } from "./client-tables.ts";
import { TABLE_KEYS, TABLE_NAMES, type TableName } from "./table-keys.ts";

/** Tables that processes write for several clients at once, later than the recorded calls. */
const LOGS: readonly TableName[] = [
  "legacy_use",
  "access_grant_use",
  "request_log",
  "request_total",
  "webhook_total",
  "link_visit",
  "link_visit_item",
  "link_visit_total",
  "link_session_total",
  "link_event",
  "usage",
  "usage_total",
];

/** Tables of the account site whose rows belong to no client; each move copies them. */
export const SHARED_ROWS: readonly TableName[] = ["reminder_opt_out", "used_one_time_address"];

/** The watched tables of a moving client. */
export const WATCHED_TABLES: readonly WatchedTable[] = TABLE_NAMES.flatMap((name) => {
  const key: readonly string[] = TABLE_KEYS[name];
  const rule = CLIENT_TABLES[name];
  if (SHARED_ROWS.includes(name)) return { name, key, ownerOf: null, fence: "none" as const };
  if (typeof rule === "string") return [];
  const fence = rule.ownerOf === null ? "none" : LOGS.includes(name) ? "skip" : "refuse";
  return { name, key, ownerOf: rule.ownerOf, fence } as const;
});

/**
 * Jobs name their client in a payload that SQL does not read. All changed jobs are noted; only the
 * client's are held.
 */
export const WATCHED_JOBS: WatchedTable = {
  ...{ name: "job", key: TABLE_KEYS.job, ownerOf: null, fence: "none" },
};
