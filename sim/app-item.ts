import type { Bank } from "./bank.ts";
import type { DemoBank } from "./demo-bank.ts";

export type SyncedTransaction = { transaction_id: string; account_id: string } & Record<
  string,
  unknown
>;

/** An Item from the view of the application's server. */
export type AppItem = {
  itemId: string;
  token: string;
  username: string;
  bank: Bank | DemoBank | null;
  cursor: string;
  copy: Map<string, SyncedTransaction>;
  /** The names of its accounts in the last response. */
  accounts: string[];
  /** The paths of investments, debts and statements that were read for the Item. */
  values: Set<string>;
  /** Whether the Item's transactions are read only after webhooks. */
  isByWebhooks: boolean;
  isGone: boolean;
  /** Whether the result is unknown of a call that changes or ends the Item's token. */
  isUnclear: boolean;
  needsLogin: boolean;
  isSyncing: boolean;
};

/** A new Item of an application. */
export const newAppItem = (
  item: Pick<AppItem, "itemId" | "token" | "username" | "bank" | "isByWebhooks">,
): AppItem => ({
  ...item,
  ...{ cursor: "", copy: new Map(), accounts: [], values: new Set() },
  ...{ isGone: false, isUnclear: false, needsLogin: false, isSyncing: false },
});
