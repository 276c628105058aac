import type { Usage, UsageBatch, UsageStore } from "../../domain/limits/usage.ts";
import { byKey } from "../../domain/order.ts";
import type { Database, Queryable, Tables } from "../tables.ts";

/** A statement may have about 32,000 parameters; a row takes five. */
const ROWS_AT_ONCE = 1000;

/** Billed calls: a row per client, product, Item and month, and their sums per client, product and day. */
export const usage = (db: Database): UsageStore => ({
  add: (counts, batch) =>
    db.transact(
      async (transaction) => {
        if (batch && !(await isNew(transaction, batch))) return;
        const rows = counts.filter(({ count }) => count > 0);
        const totals = listTotals(rows);
        const firstDays = new Map<string, Total>();
        for (const total of totals.toReversed()) firstDays.set(keyOfTotal(toMonth(total)), total);
        // An Item counts on the first day of its month among these rows.
        for (const row of await addToMonths(transaction, rows)) {
          const total = firstDays.get(keyOfTotal(row));
          if (total) total.items += 1;
        }
        await addToTotals(transaction, totals);
      },
      // Sums are right despite concurrent additions, and the row of an Item itself shows whether it is new.
      { isolation: "read committed" },
    ),

  purgeBatches: async (since) => {
    await db.deleteFrom("usage_batch").where("written_at", "<", since).execute();
  },

  totals: async (since, until, clientId) => {
    const rows = await db
      .selectFrom("usage_total")
      .select(({ fn }) => [
        "client_id as clientId",
        "product",
        fn.sum("items").as("items"),
        fn.sum("count").as("calls"),
      ])
      .where("day", ">=", since)
      .where("day", "<", until)
      .$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
      .groupBy(["client_id", "product"])
      .orderBy("client_id")
      .orderBy("product")
      .execute();
    // Sums of counts are text or bigint if the database guards against overflow.
    return rows.map(({ items, calls, ...row }) => ({
      ...row,
      items: Number(items),
      calls: Number(calls),
    }));
  },

  byDay: async (since, until, clientId) => {
    const rows = await db
      .selectFrom("usage_total")
      .select(({ fn }) => ["day", "product", fn.sum("count").as("calls")])
      .where("day", ">=", since)
      .where("day", "<", until)
      .$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
      .groupBy(["day", "product"])
      .execute();
    return rows.map((row) => ({ ...row, calls: Number(row.calls) }));
  },

  byMonth: async (months, clientId) => {
    const calls = [];
    // A month at a time: to sort the days of a year by month takes longer than to read them.
    for (const month of months) {
      const rows = await db
        .selectFrom("usage_total")
        .select(({ fn }) => ["product", fn.sum("count").as("calls")])
        .where("day", ">=", `${month}-01`)
        .where("day", "<=", `${month}-31`)
        .$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
        .groupBy("product")
        .execute();
      calls.push(...rows.map((row) => ({ month, ...row, calls: Number(row.calls) })));
    }
    return calls;
  },
});

/** Records a batch as written; false if it was. */
async function isNew(transaction: Queryable, { writer, number, at }: UsageBatch): Promise<boolean> {
  const rows = await transaction
    .insertInto("usage_batch")
    .values({ writer, number, written_at: at })
    .onConflict((conflict) =>
      conflict
        .column("writer")
        .doUpdateSet({ number, written_at: at })
        .where("usage_batch.number", "<", number),
    )
    .returning("writer")
    .execute();
  return rows.length > 0;
}

type Total = Tables["usage_total"];
type Month = Pick<Tables["usage"], "client_id" | "product" | "month">;

/** The increments of the daily totals, in the order of the days; without Items. */
function listTotals(counts: readonly Usage[]): Total[] {
  const totals = new Map<string, Total>();
  for (const { clientId: client_id, product, day, count } of counts) {
    const key = [day, client_id, product].join(" ");
    const { count: before = 0 } = totals.get(key) ?? {};
    totals.set(key, { client_id, product, day, count: before + count, items: 0 });
  }
  return inOrder(totals);
}

/** Adds counts to their months; returns the rows that are new. */
async function addToMonths(transaction: Queryable, counts: readonly Usage[]): Promise<Month[]> {
  const months = new Map<string, Tables["usage"]>();
  for (const { clientId: client_id, product, itemId: item_id, day, count } of counts) {
    const row = { ...toMonth({ client_id, product, day }), item_id };
    const key = toKey(row);
    months.set(key, { ...row, count: (months.get(key)?.count ?? 0) + count });
  }
  const rows = inOrder(months);
  const newRows: Month[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    newRows.push(
      ...(
        await transaction
          .insertInto("usage")
          .values(rows.slice(from, from + ROWS_AT_ONCE))
          .onConflict((conflict) =>
            conflict.columns(["month", "client_id", "product", "item_id"]).doUpdateSet((row) => ({
              count: row("usage.count", "+", row.ref("excluded.count")),
            })),
          )
          .returning(["client_id", "product", "item_id", "month", "count"])
          .execute()
      )
        // Every count is positive, so a row whose total equals the increment was just inserted.
        .filter((row) => Number(row.count) === months.get(toKey(row))?.count),
    );
  return newRows;
}

/** Adds to the sums of days. */
async function addToTotals(transaction: Queryable, totals: readonly Total[]): Promise<void> {
  for (let from = 0; from < totals.length; from += ROWS_AT_ONCE)
    await transaction
      .insertInto("usage_total")
      .values(totals.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(["day", "client_id", "product"]).doUpdateSet((row) => ({
          count: row("usage_total.count", "+", row.ref("excluded.count")),
          items: row("usage_total.items", "+", row.ref("excluded.items")),
        })),
      )
      .execute();
}

const toMonth = ({ client_id, product, day }: Omit<Total, "count" | "items">): Month => ({
  client_id,
  product,
  month: day.slice(0, "YYYY-MM".length),
});

const keyOfTotal = ({ month, client_id, product }: Month): string =>
  [month, client_id, product].join(" ");

const toKey = (row: Month & { item_id: string }): string => `${keyOfTotal(row)} ${row.item_id}`;

/** All writers lock rows in the same order, which prevents deadlocks. */
const inOrder = <Row>(rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows].toSorted(byKey).map(([, row]) => row);
