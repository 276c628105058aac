import { sql } from "kysely";
import type { WebhookTotal, WebhookTotalStore } from "../../domain/dashboard/webhook-total.ts";
import type { Database, Tables } from "../tables.ts";

/** Stands for all clients, addresses or webhooks. */
const ALL = "";

const HOURS_PER_DAY = 24;

/** The number of rows that one statement writes: SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 1000;

/** The number of attempts by hour and outcome, and by day, address and webhook. */
export const webhookTotals = (db: Database): WebhookTotalStore => ({
  add: (totals) =>
    db.transact(
      async (transaction) => {
        const rows = rowsOf(totals);
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
          await transaction
            .insertInto("webhook_total")
            .values(rows.slice(from, from + ROWS_AT_ONCE))
            .onConflict((conflict) =>
              conflict
                .columns(["client_id", "address", "webhook", "hour", "outcome"])
                .doUpdateSet((row) => ({
                  count: row("webhook_total.count", "+", row.ref("excluded.count")),
                })),
            )
            .execute();
      },
      { isolation: "read committed" },
    ),

  since: async (hour, hours, clientId) => {
    const start = sql<number>`hour - hour % ${sql.lit(hours)}`;
    const rows = await db
      .selectFrom("webhook_total")
      .select(({ fn }) => [
        start.as("hour"),
        "outcome",
        fn.sum<number | string>("count").as("count"),
      ])
      .where("client_id", "=", clientId ?? ALL)
      .where("address", "=", ALL)
      .where("webhook", "=", ALL)
      .where("hour", ">=", hour)
      .groupBy([start, "outcome"])
      .execute();
    return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  },

  places: async (hour, clientId, limit) => {
    const rows = await db
      .selectFrom("webhook_total")
      .select(({ fn }) => [
        "address",
        "webhook",
        "outcome",
        fn.sum<number | string>("count").as("count"),
      ])
      .where("client_id", "=", clientId ?? ALL)
      .where("webhook", "!=", ALL)
      .where("hour", ">=", dayOf(hour))
      .groupBy(["address", "webhook", "outcome"])
      .orderBy("count", "desc")
      .limit(limit)
      .execute();
    return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  },

  purge: async (hour) => {
    await db.deleteFrom("webhook_total").where("hour", "<", dayOf(hour)).execute();
  },
});

const dayOf = (hour: number): number => hour - (hour % HOURS_PER_DAY);

/**
 * Returns the rows of totals: by hour, and by day of each webhook at each address of a client, and over all clients.
 * All writers lock rows in the same order, which prevents deadlocks.
 */
function rowsOf(totals: readonly WebhookTotal[]): Tables["webhook_total"][] {
  const rows = new Map<string, Tables["webhook_total"]>();
  for (const { clientId: client_id, address, webhook, hour, outcome, count } of totals)
    for (const place of [
      { client_id, address: ALL, webhook: ALL, hour },
      { client_id: ALL, address: ALL, webhook: ALL, hour },
      { client_id, address, webhook, hour: dayOf(hour) },
      { client_id: ALL, address: ALL, webhook, hour: dayOf(hour) },
    ]) {
      const key = [place.client_id, place.address, place.webhook, place.hour, outcome].join("\n");
      rows.set(key, { ...place, outcome, count: (rows.get(key)?.count ?? 0) + count });
    }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
