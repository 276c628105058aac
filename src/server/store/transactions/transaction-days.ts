import { LRUCache } from "lru-cache";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import type { StagedTransactions } from "../../domain/transactions/transaction-feed.ts";
import type { Queryable } from "../tables.ts";
import { batches, isVisible } from "./transaction-staging.ts";

/** A part of a period's transactions, of some accounts or all. */
export type Choice = { period: Period; accountIds: readonly string[] | null };

/** Stands for all accounts in place of an id, in the counts over all of them. */
const ALL = "";

export type DayCount = { date: string; count: number };

/** As many choices are remembered; a page is asked for after another one of the same choice. */
const MAX_CHOICES = 100;

/**
 * How many transactions of a choice there are on each day, newest first. Days are counted and not
 * transactions, and not again until the Item's transactions have changed.
 */
export const dayCounts = (
  db: Queryable,
): ((itemId: string, choice: Choice, lastChange: number) => Promise<DayCount[]>) => {
  const cache = new LRUCache<string, { lastChange: number; counts: DayCount[] }>({
    max: MAX_CHOICES,
  });
  return async (itemId, { period, accountIds }, lastChange) => {
    const key = JSON.stringify([itemId, period, accountIds]);
    const entry = cache.get(key);
    if (entry?.lastChange === lastChange) return entry.counts;
    const counts = await countDays(db, itemId, { period, accountIds });
    cache.set(key, { lastChange, counts });
    return counts;
  };
};

async function countDays(
  db: Queryable,
  itemId: string,
  { period, accountIds }: Choice,
): Promise<DayCount[]> {
  const rows = await db
    .selectFrom("transaction_day")
    .select(({ fn }) => ["date", fn.sum<number>("count").as("count")])
    .where("item_id", "=", itemId)
    .where("date", ">=", period.from)
    .where("date", "<=", period.to)
    .where("account_id", "in", accountIds ?? [ALL])
    .groupBy("date")
    .orderBy("date", "desc")
    .execute();
  return rows.map(({ date, count }) => ({ date, count: Number(count) }));
}

/**
 * The total count, the day to start reading from, and the number of rows to skip on that day, to continue
 * after the newest `offset`.
 */
export const pageStart = (
  counts: readonly DayCount[],
  period: Period,
  offset: number,
): { total: number; day: string; passOver: number } => {
  let [total, skip, day] = [0, 0, period.to];
  for (const { date, count } of counts) {
    if (total <= offset) [skip, day] = [total, date];
    total += count;
  }
  return { total, day, passOver: offset - skip };
};

/** Recounts the transactions of some days, within the transaction that has changed them. */
export const recount = async (
  transaction: Queryable,
  itemId: string,
  dates: readonly string[],
): Promise<void> => {
  await transaction
    .deleteFrom("transaction_day")
    .where("item_id", "=", itemId)
    .where("date", "in", dates)
    .execute();
  const transactionsOnDates = transaction
    .selectFrom("item_transaction")
    .where("item_id", "=", itemId)
    .where("date", "in", dates)
    .where(isVisible(itemId));
  await transaction
    .insertInto("transaction_day")
    .columns(["item_id", "date", "account_id", "count"])
    .expression(
      transactionsOnDates
        .select(({ fn }) => ["item_id", "date", "account_id", fn.countAll<number>().as("count")])
        .groupBy(["item_id", "date", "account_id"])
        .unionAll(
          transactionsOnDates
            .select(({ fn, val }) => [
              "item_id",
              "date",
              val(ALL).as("account_id"),
              fn.countAll<number>().as("count"),
            ])
            .groupBy(["item_id", "date"]),
        ),
    )
    .execute();
};

/** Adds staged transactions to the counts, within the transaction that makes them visible. */
export const addCounts = async (
  transaction: Queryable,
  itemId: string,
  days: StagedTransactions["days"],
): Promise<void> => {
  const rows = [...days].flatMap(([date, byAccount]) => {
    const counts = [...byAccount];
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    return [...counts, [ALL, all] as const].map(([account_id, count]) => ({
      ...{ item_id: itemId, date, account_id, count },
    }));
  });
  for (const batch of batches(rows))
    await transaction
      .insertInto("transaction_day")
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(["item_id", "account_id", "date"]).doUpdateSet((day) => ({
          count: day("transaction_day.count", "+", day.ref("excluded.count")),
        })),
      )
      .execute();
};
