import type { Transaction } from "../../../protocol/transaction.ts";
import { dateOf, dayOf } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { TransactionStore } from "./transaction-feed.ts";

/** The days that are read at once, at first and at most, and the number of transactions to aim for. */
const FIRST_DAYS = 64;
const MAX_DAYS = 4096;
const MAX_TRANSACTIONS = 400;

/**
 * Yields the transactions of an account in a period, oldest first, some days at a time: fewer days if they have many
 * transactions.
 */
export async function* oldestFirst(
  store: Pick<TransactionStore, "inPeriod">,
  { itemId, accountId }: { itemId: string; accountId: string },
  { from, to }: Period,
): AsyncGenerator<Transaction> {
  let days = FIRST_DAYS;
  for (let first = dayOf(from); first <= dayOf(to); ) {
    const last = Math.min(dayOf(to), first + days - 1);
    const part = { from: dateOf(first), to: dateOf(last) };
    const transactions = await store.inPeriod(itemId, part, accountId);
    yield* transactions;
    if (transactions.length > MAX_TRANSACTIONS) days = Math.max(1, Math.floor(days / 2));
    else if (transactions.length < MAX_TRANSACTIONS / 4) days = Math.min(MAX_DAYS, days * 2);
    first = last + 1;
  }
}
