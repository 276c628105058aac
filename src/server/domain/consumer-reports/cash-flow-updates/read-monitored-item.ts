import type { MonitoringInsights } from "../../../../protocol/reports/monitoring-insights.ts";
import { Fault } from "../../fault.ts";
import type { Item } from "../../items/item.ts";
import { requireAccess } from "../../items/item-state.ts";
import type { ConsumerReportDeps } from "../deps.ts";
import { readTransactions } from "../linked-item.ts";
import type { ConnectedItem } from "../make-network-insights.ts";
import type { CashFlowSubscription } from "./cash-flow-subscription.ts";
import { MONITORED_DAYS, makeMonitoringInsights } from "./make-monitoring-insights.ts";

/** The maximum number of an Item's transactions, which are all in memory at once. */
const MAX_TRANSACTIONS = 25_000;

/** The insights of an Item, or the reason for their absence. */
export type MonitoredItem = {
  itemId: string;
  institutionId: string;
  institutionName: string;
} & (
  | { status: "AVAILABLE"; insights: MonitoringInsights }
  | { status: "PENDING" | "FAILED"; reason: string }
);

/** Computes the insights of an Item from stored data, without asking its institution. */
export const readMonitoredItem = async (
  services: ConsumerReportDeps,
  item: Item,
  subscription: CashFlowSubscription | null,
): Promise<MonitoredItem> => {
  const { clock, directory, environment, store } = services;
  const { itemId, institutionId } = item;
  const now = clock();
  const shown = { itemId, institutionId, institutionName: directory.get(institutionId).name };
  try {
    requireAccess(item, "cached", { environment, now });
  } catch (refusal) {
    if (refusal instanceof Fault)
      return { ...shown, status: "FAILED", reason: refusal.body.error_message };
    throw refusal;
  }
  const feed = await store.transactions.feed(itemId);
  if (feed?.status !== "HISTORICAL_UPDATE_COMPLETE")
    return { ...shown, status: "PENDING", reason: "the history of transactions is not read yet" };
  const { transactions, count } = await readTransactions(services, itemId, {
    days: MONITORED_DAYS,
    maxTransactions: MAX_TRANSACTIONS,
    now,
  });
  if (count > MAX_TRANSACTIONS)
    return { ...shown, status: "FAILED", reason: "the Item has more than 25,000 transactions" };
  const owners = await store.items.owners(itemId);
  const linked: ConnectedItem = {
    ...shown,
    updatedAt: feed.pulledAt ?? now,
    connectedAt: item.createdAt,
    accounts: (await store.items.accounts(itemId)).map(({ account }) => ({
      account,
      owners: owners.get(account.account_id) ?? [],
      transactions: transactions.get(account.account_id) ?? [],
    })),
  };
  const incomeCategories = subscription?.itemId === itemId ? subscription.incomeCategories : null;
  const insights = await makeMonitoringInsights(linked, { now, incomeCategories });
  return { ...shown, status: "AVAILABLE", insights };
};
