import { sql } from "kysely";
import type {
  ClientRequestTotal,
  RequestTotalStore,
} from "../../domain/dashboard/request-total.ts";
import type { Database, Tables } from "../tables.ts";

/** Stands for all clients in place of an id, in the totals over all of them. */
const ALL = "";

/** The number of rows that one statement writes: SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 1000;

/** The number of requests by hour, outcome and latency. */
export const requestTotals = (db: Database): RequestTotalStore => ({
  add: (totals) =>
    db.transact(
      async (transaction) => {
        const rows = rowsOf(totals);
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
          await transaction
            .insertInto("request_total")
            .values(rows.slice(from, from + ROWS_AT_ONCE))
            .onConflict((conflict) =>
              conflict.columns(["client_id", "hour", "outcome", "bin"]).doUpdateSet((row) => ({
                count: row("request_total.count", "+", row.ref("excluded.count")),
              })),
            )
            .execute();
      },
      { isolation: "read committed" },
    ),

  since: async (hour, hours, clientId) => {
    const start = sql<number>`hour - hour % ${sql.lit(hours)}`;
    const rows = await db
      .selectFrom("request_total")
      .select(({ fn }) => [
        start.as("hour"),
        "outcome",
        "bin",
        fn.sum<number | string>("count").as("count"),
      ])
      .where("client_id", "=", clientId ?? ALL)
      .where("hour", ">=", hour)
      .groupBy([start, "outcome", "bin"])
      .execute();
    return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  },

  purge: async (hour) => {
    await db.deleteFrom("request_total").where("hour", "<", hour).execute();
  },
});

/** Returns the rows of totals, of each client and of all. All writers lock rows in the same order, which prevents deadlocks. */
function rowsOf(totals: readonly ClientRequestTotal[]): Tables["request_total"][] {
  const rows = new Map<string, Tables["request_total"]>();
  for (const { clientId, count, ...total } of totals)
    for (const client_id of new Set([ALL, clientId ?? ALL])) {
      const key = [client_id, total.hour, total.outcome, total.bin].join("\n");
      rows.set(key, { client_id, ...total, count: (rows.get(key)?.count ?? 0) + count });
    }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
