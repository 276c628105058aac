import type { Product } from "../../../protocol/vocabulary.ts";

/** A day's billed calls: one product read of one Item. `day` is `YYYY-MM-DD` in UTC. */
export type Usage = {
  clientId: string;
  product: Product;
  itemId: string;
  day: string;
  count: number;
};

/** A client's calls of one product in a period, and the number of Items they were about. */
export type UsageTotal = { clientId: string; product: Product; items: number; calls: number };

/** The port for billed calls. */
export type UsageStore = {
  /** Adds counts to those of each day. */
  add(counts: readonly Usage[]): Promise<void>;
  /** The totals of the days from `since` on and before `until`, by client and product; of one client or all. */
  totals(since: string, until: string, clientId?: string): Promise<UsageTotal[]>;
  /** The calls of the same days by client and product, without counting Items: that takes long over all clients. */
  calls(since: string, until: string): Promise<Omit<UsageTotal, "items">[]>;
  /** Merges the days of each earlier month into its first day; a month's totals stay the same. */
  rollUp(month: string): Promise<void>;
};
