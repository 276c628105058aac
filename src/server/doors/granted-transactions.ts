import type { Transaction } from "../../protocol/transaction.ts";
import type { Period } from "../domain/connectors/bank-transaction.ts";
import type { Grant } from "../domain/grants/grant.ts";
import type { Item } from "../domain/items/item.ts";
import { sortInTurns } from "../domain/jobs/in-turns.ts";
import { yieldToEventLoop } from "../domain/jobs/yield-to-event-loop.ts";
import { parseRawJson } from "../domain/raw-json.ts";
import type {
  ChangePage,
  JsonChange,
  TransactionStore,
  TransactionView,
} from "../domain/transactions/transaction-feed.ts";
import type { DoorContext } from "./door.ts";

/** How many changes are read at once: to parse them takes some milliseconds. */
const CHANGES_AT_ONCE = 500;

/** A part of an account's transactions, newest first. */
type AccountPage = { period: Period; count: number; offset: number };

/** The changes above one number, up to another. */
type ChangeRange = Pick<ChangePage, "after" | "upTo">;

/** The transactions of an Item as far as a grant shows them, each with its id for readers. */
export type GrantedTransactions = Pick<TransactionStore, "inPeriod"> & {
  page(accountId: string, page: AccountPage): Promise<{ rows: Transaction[]; total: number }>;
  /** The number of the Item's last change. */
  lastChange(): Promise<number>;
  /** Those of an account in a period that were added or changed after a number, in the order of the changes. */
  changes(
    accountId: string,
    period: Period,
    range: ChangeRange,
  ): Promise<{ number: number; row: Transaction }[]>;
};

/** Returns the reader of an Item's transactions; it finds none of an Item that has balances alone. */
export const grantedTransactions = (
  { store: { transactions } }: Pick<DoorContext, "store">,
  { fromDate }: Pick<Grant, "fromDate">,
  item: Pick<Item, "itemId" | "products">,
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
      const found: { number: number; row: Transaction }[] = [];
      const collect = ({ number, value }: JsonChange): void => {
        const row = withFirstId(parseRawJson(value));
        const isIn = row.account_id === accountId && row.date >= part.from && row.date <= part.to;
        if (isIn) found.push({ number, row });
      };
      await eachChange(range, (page) => transactions.added(item.itemId, page), collect);
      await eachChange(
        range,
        (page) => transactions.modified(item.itemId, range.after, page),
        collect,
      );
      return sortInTurns(found, (a, b) => a.number - b.number);
    },
  };
};

/** Visits the changes of a range in pages, each in a turn of the event loop. */
async function eachChange(
  { after, upTo }: ChangeRange,
  read: (page: ChangePage & TransactionView) => Promise<JsonChange[]>,
  visit: (change: JsonChange) => void,
): Promise<void> {
  for (let last: number | undefined = after; last !== undefined; ) {
    const page = await read({ ...VIEW, after: last, upTo, count: CHANGES_AT_ONCE });
    for (const change of page) visit(change);
    last = page.length < CHANGES_AT_ONCE ? undefined : page.at(-1)?.number;
    await yieldToEventLoop();
  }
}

const VIEW = { withDescription: true, publicUrl: null };

/** Whether an Item's user agreed that its transactions are read. */
export const hasTransactions = ({ products }: Pick<Item, "products">): boolean =>
  products.includes("transactions");

/** A transaction that posts keeps the id that it had while it was pending. */
function withFirstId(row: Transaction): Transaction {
  if (row.pending_transaction_id !== null) row.transaction_id = row.pending_transaction_id;
  return row;
}
