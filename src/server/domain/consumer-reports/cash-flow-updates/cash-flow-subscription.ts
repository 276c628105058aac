import type { MonitoredCategory } from "../../../../protocol/reports/monitoring-insights.ts";

/** A subscription to the cash flow of a user at one Item, with an address of its own for the webhooks. */
export type CashFlowSubscription = {
  subscriptionId: string;
  userId: string;
  itemId: string;
  webhook: string;
  /** The categories of income that the insights have; null for all. */
  incomeCategories: readonly MonitoredCategory[] | null;
  /** In ms since 1970. */
  createdAt: number;
};

/** The port for the subscriptions; a user has at most one. */
export type CashFlowSubscriptionStore = {
  /**
   * Adds a subscription, and watches the user's cash flow again if that had ended. If the user has one for the same
   * Item, its address and categories are replaced. Returns the subscription that the user has then, which may be one
   * for another Item; INVALID_USER_ID if the user was removed.
   */
  add(subscription: CashFlowSubscription): Promise<CashFlowSubscription>;
  ofUser(userId: string): Promise<CashFlowSubscription | null>;
  /** Removes a subscription to a user of a client; false if there is none. */
  remove(subscriptionId: string, clientId: string): Promise<boolean>;
};
