import type { Migration } from "kysely";
import { bigint, integer, table, text } from "./0001-baseline/table.ts";

/** Adds the number of Link sessions by hour and outcome, of each client and of all. */
export const sessionTotals: Migration = {
  up: (db) =>
    table("link_session_total", {
      columns: {
        client_id: text(), // empty for all clients
        hour: integer(), // hours since 1970-01-01
        outcome: text(),
        count: bigint(),
      },
      primaryKey: ["client_id", "hour", "outcome"],
      indexes: { link_session_total_by_hour: ["hour"] },
    }).create(db),
};
