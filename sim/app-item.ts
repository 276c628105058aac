import type { Bank } from "./bank.ts";
import type { DemoBank } from "./demo-bank.ts";

export type SyncedTransaction = { transaction_id: string; account_id: string } & Record<
  string,
  unknown
>;

/** An Item as the application's server knows it. */
export type AppItem = {
  itemId: string;
  token: string;
  username: string;
  bank: Bank | DemoBank | null;
  cursor: string;
  copy: Map<string, SyncedTransaction>;
  /** The names of its accounts, as the last answer had them. */
  accounts: string[];
  /** The paths of its investments, debts and statements that were read. */
  values: Set<string>;
  /** Whether its transactions are read after webhooks alone. */
  isByWebhooks: boolean;
  isGone: boolean;
  /** Whether a call that changes its token or ends it was lost: either may hold. */
  isUnclear: boolean;
  needsLogin: boolean;
  isSyncing: boolean;
};

/** An Item that an application has just got. */
export const newAppItem = (
  item: Pick<AppItem, "itemId" | "token" | "username" | "bank" | "isByWebhooks">,
): AppItem => ({
  ...item,
  ...{ cursor: "", copy: new Map(), accounts: [], values: new Set() },
  ...{ isGone: false, isUnclear: false, needsLogin: false, isSyncing: false },
});
