import type { MonitoredCategory } from "../../../../protocol/reports/monitoring-insights.ts";

/** A subscription to a user's cash flow at one Item, with its own webhook address. */
export type CashFlowSubscription = {
  subscriptionId: string;
  userId: string;
  itemId: string;
  webhook: string;
  /** The categories of income in the insights; null for all. */
  incomeCategories: readonly MonitoredCategory[] | null;
  /** In ms since 1970. */
  createdAt: number;
};

/** The port for the subscriptions; a user has at most one. */
export type CashFlowSubscriptionStore = {
  /**
   * Adds a subscription, and resumes an ended watch. A subscription for the same Item gets the new
   * address and categories. Returns the user's subscription, which may be for another Item.
   * INVALID_USER_ID for a removed user.
   */
  add(subscription: CashFlowSubscription): Promise<CashFlowSubscription>;
  ofUser(userId: string): Promise<CashFlowSubscription | null>;
  /** Removes a subscription of a client's user; false for an unknown subscription. */
  remove(subscriptionId: string, clientId: string): Promise<boolean>;
};
