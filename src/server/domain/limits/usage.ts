import type { Product } from "../../../protocol/vocabulary.ts";

/** A day's calls that are billed: one product read of one Item. `day` is `YYYY-MM-DD` in UTC. */
export type Usage = {
  clientId: string;
  product: Product;
  itemId: string;
  day: string;
  count: number;
};

/** A client's calls of one product in some time, and how many Items they were about. */
export type UsageTotal = { clientId: string; product: Product; items: number; calls: number };

/** Where billed calls are counted. */
export type UsageStore = {
  /** Adds to what was counted of each day. */
  add(counted: readonly Usage[]): Promise<void>;
  /** The totals of the days from `since` on and before `until`, by client and product. */
  totals(since: string, until: string): Promise<UsageTotal[]>;
  /** Of the months before this one, counts all days on the first one; a month's totals stay. */
  rollUp(month: string): Promise<void>;
};
