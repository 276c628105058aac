import type { Transaction } from "../../../protocol/transaction.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { TransactionStore } from "./transaction-feed.ts";

/** How many transactions are read at once: parsing them takes some milliseconds. */
const READ_AT_ONCE = 250;

/** Reads an Item's transactions of a period in pages, oldest day first, with a turn of the event loop for each page. */
export async function* pagesInPeriod(
  transactions: Pick<TransactionStore, "idsInPeriod" | "byIds">,
  itemId: string,
  period: Period,
): AsyncGenerator<Transaction[]> {
  for await (const ids of transactions.idsInPeriod(itemId, period))
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      await yieldToEventLoop();
      yield await transactions.byIds(itemId, ids.slice(at, at + READ_AT_ONCE));
    }
}
