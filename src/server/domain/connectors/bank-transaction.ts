import type { Transaction } from "../../../protocol/transaction.ts";

/** What opens an Item's accounts at its institution. */
export type InstitutionLogin = {
  institutionId: string;
  credentials: Record<string, string>;
  /** The opaque state that the connector returned with the last transactions. */
  connectorState: string | null;
};

/** From one day to another, both included: YYYY-MM-DD. */
export type Period = { from: string; to: string };

/** A transaction as the institution reports it, without our ids. */
export type BankTransaction = Omit<
  Transaction,
  "transaction_id" | "account_id" | "pending_transaction_id" | "category"
> & {
  /** Stable at the institution, and unique among all of the login's. */
  key: string;
  /** The account it is on. */
  accountKey: string;
  /** The pending transaction that became this one. */
  pendingKey: string | null;
  /** The institution's own description. */
  original_description: string | null;
};

/** All transactions that an institution has in a period; one that is missing was removed. */
export type BankTransactions = { transactions: BankTransaction[]; connectorState: string | null };

/** A transaction that a developer enters by hand. Dates are YYYY-MM-DD. */
export type ManualTransaction = {
  dateTransacted: string;
  datePosted: string;
  /** Positive when money leaves the account. */
  amount: number;
  description: string;
  currency: string;
};
