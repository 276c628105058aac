import { LRUCache } from "lru-cache";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type {
  StagedTransactions,
  TransactionCount,
} from "../../domain/transactions/transaction-feed.ts";
import type { Queryable } from "../tables.ts";
import { batches } from "./transaction-staging.ts";

/** A part of a period's transactions, of some accounts or all, of posted ones or all. */
export type Choice = {
  period: Period;
  accountIds: readonly string[] | null;
  isPostedOnly?: boolean;
};

/** Stands for all accounts in place of an id, in the counts over all of them. */
const ALL = "";

export type DayCount = { date: string } & TransactionCount;

/** As many choices are remembered; a page is asked for after another one of the same choice. */
const MAX_CHOICES = 100;

/**
 * How many transactions of a choice there are on each day, newest first. Days are counted and not
 * transactions, and not again until the Item's transactions have changed.
 */
export const dayCounts = (): ((
  db: Queryable,
  place: { itemId: string; lastChange: number },
  choice: Choice,
) => Promise<DayCount[]>) => {
  const cache = new LRUCache<string, { lastChange: number; counts: DayCount[] }>({
    max: MAX_CHOICES,
  });
  return async (db, { itemId, lastChange }, { period, accountIds, isPostedOnly = false }) => {
    const key = JSON.stringify([itemId, period, accountIds, isPostedOnly]);
    const entry = cache.get(key);
    if (entry?.lastChange === lastChange) return entry.counts;
    const counts = await countDays(db, itemId, { period, accountIds, isPostedOnly });
    cache.set(key, { lastChange, counts });
    return counts;
  };
};

async function countDays(
  db: Queryable,
  itemId: string,
  { period, accountIds, isPostedOnly }: Choice,
): Promise<DayCount[]> {
  const rows = await db
    .selectFrom("transaction_day")
    .select(({ fn }) => [
      "date",
      fn.sum<number>("count").as("count"),
      fn.sum<number>("pending").as("pending"),
    ])
    .where("item_id", "=", itemId)
    .where("date", ">=", period.from)
    .where("date", "<=", period.to)
    .where("account_id", "in", accountIds ?? [ALL])
    .groupBy("date")
    .orderBy("date", "desc")
    .execute();
  return rows.map(({ date, count, pending }) => ({
    date,
    count: Number(count) - (isPostedOnly ? Number(pending) : 0),
    pending: Number(pending),
  }));
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
  const days = new Map<string, Map<string, TransactionCount>>();
  const add = (date: string, accountId: string, difference: TransactionCount): void => {
    const byAccount = days.get(date) ?? new Map<string, TransactionCount>();
    for (const id of [accountId, ALL]) {
      const { count, pending } = byAccount.get(id) ?? { count: 0, pending: 0 };
      byAccount.set(id, {
        count: count + difference.count,
        pending: pending + difference.pending,
      });
    }
    days.set(date, byAccount);
  };
  for (const [date, byAccount] of before)
    for (const [accountId, total] of byAccount) add(date, accountId, total);
  return {
    count: ({ date, account_id, pending }: CountedTransaction, by: 1 | -1): void =>
      add(date, account_id, { count: by, pending: Number(pending) * by }),
    write: (transaction: Queryable, itemId: string) => writeDifferences(transaction, itemId, days),
  };
};

/** The fields of a transaction by which it is counted, from the store or the institution. */
type CountedTransaction = { date: string; account_id: string; pending: boolean | number };

async function writeDifferences(
  transaction: Queryable,
  itemId: string,
  days: ReadonlyMap<string, ReadonlyMap<string, TransactionCount>>,
): Promise<void> {
  const rows = [...days].flatMap(([date, byAccount]) =>
    [...byAccount].flatMap(([account_id, { count, pending }]) =>
      count === 0 && pending === 0 ? [] : [{ item_id: itemId, date, account_id, count, pending }],
    ),
  );
  for (const batch of batches(rows)) {
    await transaction
      .insertInto("transaction_day")
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(["item_id", "account_id", "date"]).doUpdateSet((day) => ({
          count: day("transaction_day.count", "+", day.ref("excluded.count")),
          pending: day("transaction_day.pending", "+", day.ref("excluded.pending")),
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
