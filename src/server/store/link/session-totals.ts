import { sql } from "kysely";
import type { SessionTotalChange, SessionTotalStore } from "../../domain/link/session-totals.ts";
import type { Database, Tables } from "../tables.ts";

/** Stands for all clients in place of an id, in the totals over all of them. */
const ALL = "";

/** The number of rows that one statement writes: SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 1000;

/** The number of Link sessions by hour and outcome. */
export const sessionTotals = (db: Database): SessionTotalStore => ({
  add: (changes) =>
    db.transact(
      async (transaction) => {
        const rows = rowsOf(changes);
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
          await transaction
            .insertInto("link_session_total")
            .values(rows.slice(from, from + ROWS_AT_ONCE))
            .onConflict((conflict) =>
              conflict.columns(["client_id", "hour", "outcome"]).doUpdateSet((row) => ({
                count: row("link_session_total.count", "+", row.ref("excluded.count")),
              })),
            )
            .execute();
      },
      { isolation: "read committed" },
    ),

  since: async (hour, hours, clientId) => {
    const start = sql<number>`hour - hour % ${sql.lit(hours)}`;
    const rows = await db
      .selectFrom("link_session_total")
      .select(({ fn }) => [
        start.as("hour"),
        "outcome",
        fn.sum<number | string>("count").as("count"),
      ])
      .where("client_id", "=", clientId ?? ALL)
      .where("hour", ">=", hour)
      .groupBy([start, "outcome"])
      .execute();
    return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  },

  purge: async (hour) => {
    await db.deleteFrom("link_session_total").where("hour", "<", hour).execute();
  },
});

/** Returns the rows of changes, of each client and of all. All writers lock rows in the same order, which prevents deadlocks. */
function rowsOf(changes: readonly SessionTotalChange[]): Tables["link_session_total"][] {
  const rows = new Map<string, Tables["link_session_total"]>();
  for (const { clientId, count, ...total } of changes)
    for (const client_id of [ALL, clientId]) {
      const key = [client_id, total.hour, total.outcome].join("\n");
      rows.set(key, { client_id, ...total, count: (rows.get(key)?.count ?? 0) + count });
    }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
