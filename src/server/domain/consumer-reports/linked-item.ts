import type { Account } from "../../../protocol/account.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Transaction } from "../../../protocol/transaction.ts";

/**
 * An account that a report is made from. Its transactions go at least as far back as the report does, and
 * include those booked for a later day, which its balance includes as well.
 */
export type LinkedAccount = {
  account: Account;
  owners: readonly Owner[];
  transactions: readonly Transaction[];
};

/** An Item that a report is made from; `updatedAt` is when its data was read, in ms since 1970. */
export type LinkedItem = {
  itemId: string;
  institutionId: string;
  institutionName: string;
  updatedAt: number;
  accounts: readonly LinkedAccount[];
};
