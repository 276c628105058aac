import type { Transaction } from "../../protocol/transaction.ts";
import type { Period } from "../domain/connectors/bank-transaction.ts";
import type { Grant } from "../domain/grants/grant.ts";
import type { Item } from "../domain/items/item.ts";
import { parseRawJson } from "../domain/raw-json.ts";
import type { TransactionStore } from "../domain/transactions/transaction-feed.ts";
import type { DoorContext } from "./door.ts";

/** The most changes that are read at once. */
const MAX_CHANGES = 10_000;

/** A part of an account's transactions, newest first. */
type AccountPage = { period: Period; count: number; offset: number };

/** The transactions of an Item as far as a grant shows them, each with its id for readers. */
export type GrantedTransactions = Pick<TransactionStore, "inPeriod"> & {
  page(accountId: string, page: AccountPage): Promise<{ rows: Transaction[]; total: number }>;
  /** The number of the Item's last change. */
  lastChange(): Promise<number>;
  /** Those of an account in a period that were added or changed after a number, in the order of the changes. */
  changes(
    accountId: string,
    period: Period,
    range: { after: number; upTo: number },
  ): Promise<{ number: number; row: Transaction }[]>;
};

/** Returns the reader of an Item's transactions; it finds none of an Item that has balances alone. */
export const grantedTransactions = (
  { store: { transactions } }: DoorContext,
  { fromDate }: Grant,
  item: Item,
): GrantedTransactions => {
  const partOf = ({ from, to }: Period): Period | null => {
    const first = fromDate !== null && fromDate > from ? fromDate : from;
    return hasTransactions(item) && first <= to ? { from: first, to } : null;
  };
  return {
    inPeriod: async (itemId, period, accountId) => {
      const part = partOf(period);
      if (!part) return [];
      return (await transactions.inPeriod(itemId, part, accountId)).map(withFirstId);
    },
    page: async (accountId, { period, ...rest }) => {
      const part = partOf(period);
      if (!part) return { rows: [], total: 0 };
      const request = { ...VIEW, ...rest, period: part, accountIds: [accountId] };
      const { transactions: list, total } = await transactions.page(item.itemId, request);
      return { rows: (list ? parseRawJson(list) : []).map(withFirstId), total };
    },
    lastChange: async () => (await transactions.feed(item.itemId))?.lastChange ?? 0,
    changes: async (accountId, period, range) => {
      const part = partOf(period);
      if (!part || range.upTo <= range.after) return [];
      const page = { ...VIEW, ...range, count: MAX_CHANGES };
      const added = await transactions.added(item.itemId, page);
      const modified = await transactions.modified(item.itemId, range.after, page);
      return [...added, ...modified]
        .toSorted((a, b) => a.number - b.number)
        .map(({ number, value }) => ({ number, row: withFirstId(parseRawJson(value)) }))
        .filter(({ row }) => row.account_id === accountId)
        .filter(({ row: { date } }) => date >= part.from && date <= part.to);
    },
  };
};

const VIEW = { withDescription: true, publicUrl: null };

/** Whether an Item's user agreed that its transactions are read. */
export const hasTransactions = ({ products }: Pick<Item, "products">): boolean =>
  products.includes("transactions");

/** A transaction that posts keeps the id that it had while it was pending. */
function withFirstId(row: Transaction): Transaction {
  if (row.pending_transaction_id !== null) row.transaction_id = row.pending_transaction_id;
  return row;
}
