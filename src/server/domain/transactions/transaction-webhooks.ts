import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";
import type { ItemWebhook } from "../webhooks/webhook.ts";
import type { TransactionDeps } from "./deps.ts";
import type { TransactionChanges, TransactionFeed } from "./transaction-feed.ts";

type Step = { from: TransactionFeed["status"]; to: TransactionFeed["status"] };

/** The webhooks of a pull: initial or historical update, or the changes. */
export const transactionWebhooks = (
  { webhooks }: Pick<TransactionDeps, "webhooks">,
  item: Item,
  { from, to }: Step,
  changes: TransactionChanges,
): NewJob[] => {
  const events: ItemWebhook[] = [
    ...(item.products.includes("transactions") ? transactionEvents({ from, to }, changes) : []),
    ...(item.products.includes("income") && from !== to && to === "HISTORICAL_UPDATE_COMPLETE"
      ? [{ name: "INCOME:PRODUCT_READY" } as const]
      : []),
  ];
  return events.flatMap((event) => webhooks.forItem(item, event));
};

function transactionEvents(
  { from, to }: Step,
  { staged, added, modified, removed }: TransactionChanges,
): ItemWebhook[] {
  const newTransactions = (staged?.count ?? 0) + added.length;
  const sync: ItemWebhook = {
    name: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
    initialComplete: true,
    historicalComplete: to === "HISTORICAL_UPDATE_COMPLETE",
  };
  if (from === "NOT_READY") return [{ name: "TRANSACTIONS:INITIAL_UPDATE", newTransactions }, sync];
  if (from !== to) return [{ name: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions }, sync];
  const transactionIds = removed.map(({ transaction_id }) => transaction_id);
  return [
    ...(newTransactions > 0
      ? [{ name: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions } as const]
      : []),
    ...(transactionIds.length > 0
      ? [{ name: "TRANSACTIONS:TRANSACTIONS_REMOVED", transactionIds } as const]
      : []),
    ...(newTransactions + modified.length + transactionIds.length > 0 ? [sync] : []),
  ];
}
