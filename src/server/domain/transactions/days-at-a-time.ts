import type { Transaction } from "../../../protocol/transaction.ts";
import { dateOf, dayOf } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";

/** The days that are read at once, at first and at most, and the number of transactions to aim for. */
const FIRST_DAYS = 16;
const MAX_DAYS = 4096;
const MAX_TRANSACTIONS = 400;

/** Reads transactions of a period. */
type Read = (period: Period) => Promise<Transaction[]>;

/** Yields the transactions of a period some days at a time, oldest first, in the order in which they are read. */
export const oldestFirst = (read: Read, period: Period): AsyncGenerator<Transaction[]> =>
  daysAtATime(read, period, "first");

/** Yields them newest first; within a day they keep the order in which they are read. */
export async function* newestFirst(read: Read, period: Period): AsyncGenerator<Transaction[]> {
  for await (const some of daysAtATime(read, period, "last")) yield some.sort(byDateDescending);
}

/** Orders by day, the newest first. */
export const byDateDescending = (a: Transaction, b: Transaction): number => {
  if (a.date === b.date) return 0;
  return a.date < b.date ? 1 : -1;
};

/** Reads a period from its first or its last day on: fewer days if they have many transactions. */
async function* daysAtATime(
  read: Read,
  { from, to }: Period,
  begin: "first" | "last",
): AsyncGenerator<Transaction[]> {
  let days = FIRST_DAYS;
  for (let [first, last] = [dayOf(from), dayOf(to)]; first <= last; ) {
    const part =
      begin === "first"
        ? { first, last: Math.min(last, first + days - 1) }
        : { first: Math.max(first, last - days + 1), last };
    const found = await read({ from: dateOf(part.first), to: dateOf(part.last) });
    if (found.length > 0) yield found;
    if (found.length > MAX_TRANSACTIONS) days = Math.max(1, Math.floor(days / 2));
    else if (found.length < MAX_TRANSACTIONS / 4) days = Math.min(MAX_DAYS, days * 2);
    if (begin === "first") first = part.last + 1;
    else last = part.first - 1;
  }
}
