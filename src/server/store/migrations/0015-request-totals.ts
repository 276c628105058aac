import type { Migration } from "kysely";
import { bigint, integer, table, text } from "./0001-baseline/table.ts";

/** Adds the number of requests to the API by hour, outcome and latency, of each client and of all. */
export const requestTotals: Migration = {
  up: (db) =>
    table("request_total", {
      columns: {
        client_id: text(), // empty for all clients
        hour: integer(), // hours since 1970-01-01
        outcome: text(),
        bin: integer(),
        count: bigint(),
      },
      primaryKey: ["client_id", "hour", "outcome", "bin"],
      indexes: { request_total_by_hour: ["hour"] },
    }).create(db),
};
