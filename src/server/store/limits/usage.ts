import { sql } from "kysely";
import type { Usage, UsageStore } from "../../domain/limits/usage.ts";
import type { Database, Queryable } from "../tables.ts";

/** A statement has no more than some 32,000 parameters; a row takes five. */
const ROWS_AT_ONCE = 1000;

/** Billed calls, a row per client, product, Item and day. */
export const usage = (db: Database): UsageStore => ({
  add: (counts) =>
    db.transact(async (transaction) => {
      // Whoever writes the same rows locks them in the same order, and none waits for the other.
      const rows = counts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await transaction
          .insertInto("usage")
          .values(
            rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({
              client_id: row.clientId,
              product: row.product,
              item_id: row.itemId,
              day: row.day,
              count: row.count,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(["day", "client_id", "product", "item_id"]).doUpdateSet((row) => ({
              count: row("usage.count", "+", row.ref("excluded.count")),
            })),
          )
          .execute();
      await addTotals(transaction, rows);
    }),

  totals: async (since, until, clientId) => {
    const rows = await db
      .selectFrom("usage")
      .select(({ fn }) => [
        "client_id as clientId",
        "product",
        fn.count("item_id").distinct().as("items"),
        fn.sum("count").as("calls"),
      ])
      .where("day", ">=", since)
      .where("day", "<", until)
      .$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
      .groupBy(["client_id", "product"])
      .orderBy("client_id")
      .orderBy("product")
      .execute();
    // Sums of counts are text or bigint where the database is careful about their size.
    return rows.map(({ items, calls, ...row }) => ({
      ...row,
      items: Number(items),
      calls: Number(calls),
    }));
  },

  calls: async (since, until) => {
    const rows = await db
      .selectFrom("usage_total")
      .select(({ fn }) => ["client_id as clientId", "product", fn.sum("count").as("calls")])
      .where("day", ">=", since)
      .where("day", "<", until)
      .groupBy(["client_id", "product"])
      .orderBy("client_id")
      .orderBy("product")
      .execute();
    return rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) }));
  },

  rollUp: async (month) => {
    const days = await db
      .selectFrom("usage")
      .select("day")
      .distinct()
      .where("day", "<", month)
      .where("day", "not like", "%-01")
      .orderBy("day")
      .execute();
    // A day at a time, so that concurrent writes wait no longer than for one.
    for (const { day } of days)
      await db.transact(async (transaction) => {
        const first = `${day.slice(0, 8)}01`;
        await sql`
          insert into usage (client_id, product, item_id, day, count)
          select client_id, product, item_id, ${first}, count from usage where day = ${day}
          on conflict (day, client_id, product, item_id)
          do update set count = usage.count + excluded.count
        `.execute(transaction);
        await transaction.deleteFrom("usage").where("day", "=", day).execute();
      });
  },
});

/** Adds counts to the sums of their days. */
async function addTotals(transaction: Queryable, usage: readonly Usage[]): Promise<void> {
  const sums = new Map<string, Usage>();
  for (const row of usage) {
    const key = keyOf({ ...row, itemId: "" });
    sums.set(key, { ...row, count: (sums.get(key)?.count ?? 0) + row.count });
  }
  const rows = [...sums.values()].map(({ clientId, product, day, count }) => ({
    client_id: clientId,
    product,
    day,
    count,
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await transaction
      .insertInto("usage_total")
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(["day", "client_id", "product"]).doUpdateSet((row) => ({
          count: row("usage_total.count", "+", row.ref("excluded.count")),
        })),
      )
      .execute();
}

const keyOf = ({ day, clientId, product, itemId }: Usage): string =>
  [day, clientId, product, itemId].join(" ");
