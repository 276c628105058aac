import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";
import type { ItemWebhook, ProcessorWebhook } from "../webhooks/webhook.ts";
import type { TransactionDeps } from "./deps.ts";
import type { TransactionChanges, TransactionFeed } from "./transaction-feed.ts";

type Step = { from: TransactionFeed["status"]; to: TransactionFeed["status"] };

/**
 * The webhooks of a pull: initial or historical update, or the changes. A processor receives those
 * about its account.
 */
export const transactionWebhooks = async (
  { store, webhooks }: Pick<TransactionDeps, "webhooks" | "store">,
  item: Item,
  { from, to }: Step,
  changes: TransactionChanges,
): Promise<NewJob[]> => {
  const isOfTransactions = item.products.includes("transactions");
  const counts = countsOf(changes);
  const events: ItemWebhook[] = [
    ...(isOfTransactions ? transactionEvents({ from, to }, counts) : []),
    ...(item.products.includes("income") && from !== to && to === "HISTORICAL_UPDATE_COMPLETE"
      ? [{ name: "INCOME:PRODUCT_READY" } as const]
      : []),
  ];
  const processors =
    isOfTransactions && events.length > 0
      ? await store.processorTokens.receivers(item.itemId, "transactions")
      : [];
  return [
    ...events.flatMap((event) => webhooks.forItem(item, event)),
    ...processors.flatMap((receiver) =>
      transactionEvents({ from, to }, countsOf(changes, receiver.accountId)).flatMap((event) =>
        webhooks.forProcessor(receiver, event),
      ),
    ),
  ];
};

/** The numbers of new and changed transactions, and the ids of removed ones. */
type Counts = { added: number; modified: number; removedIds: readonly string[] };

/** Counts the changes of an Item, or of an account. */
function countsOf(
  { staged, added, modified, removed }: TransactionChanges,
  accountId?: string,
): Counts {
  const isCounted = (each: { account_id: string }) =>
    accountId === undefined || each.account_id === accountId;
  let count = staged?.count ?? 0;
  if (staged && accountId !== undefined) {
    count = 0;
    for (const byAccount of staged.days.values()) count += byAccount.get(accountId)?.count ?? 0;
  }
  return {
    added: count + added.filter(isCounted).length,
    modified: modified.filter(isCounted).length,
    removedIds: removed.filter(isCounted).map(({ transaction_id }) => transaction_id),
  };
}

function transactionEvents(
  { from, to }: Step,
  { added, modified, removedIds }: Counts,
): ProcessorWebhook[] {
  const sync: ProcessorWebhook = {
    name: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
    initialComplete: true,
    historicalComplete: to === "HISTORICAL_UPDATE_COMPLETE",
  };
  if (from === "NOT_READY")
    return [{ name: "TRANSACTIONS:INITIAL_UPDATE", newTransactions: added }, sync];
  if (from !== to)
    return [{ name: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions: added }, sync];
  return [
    ...(added > 0
      ? [{ name: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions: added } as const]
      : []),
    ...(removedIds.length > 0
      ? [{ name: "TRANSACTIONS:TRANSACTIONS_REMOVED", transactionIds: removedIds } as const]
      : []),
    ...(added + modified + removedIds.length > 0 ? [sync] : []),
  ];
}
