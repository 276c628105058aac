import type { TransactionsUpdateStatus } from "../../../protocol/transaction.ts";

/** The transactions of Items. */
export type TransactionTables = {
  transaction_feed: {
    item_id: string;
    status: TransactionsUpdateStatus;
    last_change: number;
    revision: number;
    first_date: string | null;
    last_date: string | null;
    pulled_at: number | null;
  };
  item_transaction: {
    item_id: string;
    transaction_id: string;
    account_id: string;
    date: string;
    /** The numbers of the change that it came with, and of the last one. */
    added: number;
    changed: number;
    /** All but the institution's original description, which is returned only on request. */
    body: string;
    original_description: string | null;
  };
  /** The number of transactions of an Item's account on a day; a day without transactions has no row. */
  transaction_day: {
    item_id: string;
    date: string;
    account_id: string;
    count: number;
  };
  removed_transaction: {
    item_id: string;
    /** The number of the change that it went with. */
    removed: number;
    transaction_id: string;
    account_id: string;
    added: number;
  };
};
