import { LRUCache } from "lru-cache";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { StagedTransactions } from "../../domain/transactions/transaction-feed.ts";
import type { Queryable } from "../tables.ts";
import { batches } from "./transaction-staging.ts";

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

/**
 * Counts transactions that come and go, from the count of those that were staged, and writes the differences within the
 * transaction that changes them: to count the days again would take as long as they have transactions.
 */
export const createDayCounts = (before: StagedTransactions["days"] = new Map()) => {
  const days = new Map<string, Map<string, number>>();
  const add = (date: string, accountId: string, difference: number): void => {
    const byAccount = days.get(date) ?? new Map<string, number>();
    for (const id of [accountId, ALL]) byAccount.set(id, (byAccount.get(id) ?? 0) + difference);
    days.set(date, byAccount);
  };
  for (const [date, byAccount] of before)
    for (const [accountId, count] of byAccount) add(date, accountId, count);
  return {
    count: ({ date, account_id }: { date: string; account_id: string }, by: 1 | -1): void =>
      add(date, account_id, by),
    write: (transaction: Queryable, itemId: string) => writeDifferences(transaction, itemId, days),
  };
};

async function writeDifferences(
  transaction: Queryable,
  itemId: string,
  days: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Promise<void> {
  const rows = [...days].flatMap(([date, byAccount]) =>
    [...byAccount].flatMap(([account_id, count]) =>
      count === 0 ? [] : [{ item_id: itemId, date, account_id, count }],
    ),
  );
  for (const batch of batches(rows)) {
    await transaction
      .insertInto("transaction_day")
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(["item_id", "account_id", "date"]).doUpdateSet((day) => ({
          count: day("transaction_day.count", "+", day.ref("excluded.count")),
        })),
      )
      .execute();
    await yieldToEventLoop();
  }
  const emptied = rows.filter(({ count }) => count < 0);
  for (const batch of batches(emptied)) {
    await transaction
      .deleteFrom("transaction_day")
      .where("item_id", "=", itemId)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("account_id", "date"),
          "in",
          batch.map(({ account_id, date }) => tuple(account_id, date)),
        ),
      )
      .where("count", "<=", 0)
      .execute();
    await yieldToEventLoop();
  }
}
