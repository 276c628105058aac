import type { Transaction } from "../../../protocol/transaction.ts";
import { dateOf, dayOf } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";

/** The days that are read at once, at first and at most, and the number of transactions to aim for. */
const FIRST_DAYS = 16;
const MAX_DAYS = 256;
const MAX_TRANSACTIONS = 400;

/**
 * Yields an Item's transactions in a period, newest first, some days at a time: fewer days if they have many
 * transactions. Within a day they keep the order of the store, which is stable.
 */
export const newestFirst = async function* (
  inPeriod: (period: Period) => Promise<Transaction[]>,
  { from, to }: Period,
): AsyncGenerator<Transaction[]> {
  let days = FIRST_DAYS;
  for (let last = dayOf(to); last >= dayOf(from); ) {
    const first = Math.max(dayOf(from), last - days + 1);
    const transactions = await inPeriod({ from: dateOf(first), to: dateOf(last) });
    if (transactions.length > 0) yield transactions.sort(byDateDescending);
    if (transactions.length > MAX_TRANSACTIONS) days = Math.max(1, Math.floor(days / 2));
    else if (transactions.length < MAX_TRANSACTIONS / 4) days = Math.min(MAX_DAYS, days * 2);
    last = first - 1;
  }
};

/** Orders by day, the newest first. */
export const byDateDescending = (a: Transaction, b: Transaction): number => {
  if (a.date === b.date) return 0;
  return a.date < b.date ? 1 : -1;
};
