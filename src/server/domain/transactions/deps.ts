import type { ItemDeps } from "../items/deps.ts";
import type { ItemStatusStore } from "../items/item-store.ts";
import type { TransactionStore } from "./transaction-feed.ts";

/** The services that transactions need: those of Items, and their own store. */
export type TransactionDeps = ItemDeps & {
  store: { transactions: TransactionStore; itemStatus: ItemStatusStore };
};
