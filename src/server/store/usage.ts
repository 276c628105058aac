import type { Store } from "../domain/ports.ts";
import type { Database } from "./tables.ts";

/** A statement has no more than some 32,000 parameters; a row takes five. */
const ROWS_AT_ONCE = 1000;

/** What is billed, a row per client, product, Item and day. */
export const usage = (db: Database): Store["usage"] => ({
  add: (counted) =>
    db.transaction().execute(async (transaction) => {
      for (let from = 0; from < counted.length; from += ROWS_AT_ONCE)
        await transaction
          .insertInto("usage")
          .values(
            counted.slice(from, from + ROWS_AT_ONCE).map((row) => ({
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
    }),

  totals: async (since, until) => {
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
});
