import type { PendingRule } from "../../protocol/pending-rule.ts";
import type { Transaction } from "../../protocol/transaction.ts";
import type { Period } from "../domain/connectors/bank-transaction.ts";
import type { Grant } from "../domain/grants/grant.ts";
import type { Item } from "../domain/items/item.ts";
import { yieldToEventLoop } from "../domain/jobs/yield-to-event-loop.ts";
import { parseRawJson } from "../domain/raw-json.ts";
import type {
  ChangePage,
  JsonChange,
  TransactionStore,
  TransactionView,
} from "../domain/transactions/transaction-feed.ts";
import type { DoorContext } from "./door.ts";

/** The number of changes per read; parsing them takes some milliseconds. */
const CHANGES_AT_ONCE = 500;

/** A part of an account's transactions, newest first. */
type AccountPage = { period: Period; count: number; offset: number };

/**
 * The changes above one number, up to another. `base` is the number of the last change when the
 * reader began.
 */
type ChangeRange = Pick<ChangePage, "after" | "upTo"> & { base: number; limit: number };

type AccountChange = { number: number; row: Transaction };

/** An Item's transactions as far as a grant shows them, with readers' ids. */
export type GrantedTransactions = Pick<TransactionStore, "pages"> & {
  page(accountId: string, page: AccountPage): Promise<{ rows: Transaction[]; total: number }>;
  /** The number of the Item's last change. */
  lastChange(): Promise<number>;
  /**
   * The first transactions of an account in a period that were added or changed after a number, in
   * the order of changes.
   */
  changes(accountId: string, period: Period, range: ChangeRange): Promise<AccountChange[]>;
};

/**
 * Returns the reader of an Item's transactions, which finds none for an Item with balances only.
 */
export const grantedTransactions = (
  { store: { grants, transactions } }: Pick<DoorContext, "store">,
  { grantId, fromDate, pending }: Pick<Grant, "grantId" | "fromDate" | "pending">,
  item: Pick<Item, "itemId" | "products">,
): GrantedTransactions => {
  const isShown = (row: Transaction): boolean => !(row.pending && pending === "left_out");
  let aliases: Promise<ReadonlyMap<string, string>> | undefined;
  const readNames = async (): Promise<(row: Transaction) => Transaction> => {
    aliases ??= grants.transactionAliases(grantId, item.itemId);
    const known = await aliases;
    return (row) => withReaderId(row, pending, known);
  };
  const pages: GrantedTransactions["pages"] = async function* (itemId, period, order) {
    const part = clipPeriod(period);
    if (!part) return;
    const isPostedOnly = pending === "left_out";
    const named = await readNames();
    for await (const page of transactions.pages(itemId, part, { ...order, isPostedOnly })) {
      for (const { transaction } of page) named(transaction);
      yield page;
    }
  };
  const clipPeriod = ({ from, to }: Period): Period | null => {
    const first = fromDate !== null && fromDate > from ? fromDate : from;
    return hasTransactions(item) && first <= to ? { from: first, to } : null;
  };
  return {
    pages,
    page: async (accountId, { period, ...rest }) => {
      const part = clipPeriod(period);
      if (!part) return { rows: [], total: 0 };
      const named = await readNames();
      if (pending === "left_out") {
        const posted = { ...rest, period: part, accountId };
        const { rows, total } = await transactions.postedPage(item.itemId, posted);
        return { rows: rows.map(named), total };
      }
      const request = { ...VIEW, ...rest, period: part, accountIds: [accountId] };
      const { transactions: list, total } = await transactions.page(item.itemId, request);
      return { rows: (list ? parseRawJson(list) : []).map(named), total };
    },
    lastChange: async () => (await transactions.feed(item.itemId))?.lastChange ?? 0,
    changes: async (accountId, period, { base, limit, ...range }) => {
      const part = clipPeriod(period);
      const found: AccountChange[] = [];
      if (!part || range.upTo <= range.after) return found;
      const named = await readNames();
      const ofAccount = { ...range, accountId };
      const added = eachChange(ofAccount, (page) => transactions.added(item.itemId, page));
      const modified = eachChange(ofAccount, (page) =>
        transactions.modified(item.itemId, base, page),
      );
      for await (const { number, value } of byNumber(added, modified)) {
        const row = named(parseRawJson(value));
        if (!isShown(row)) continue;
        if (row.date < part.from || row.date > part.to) continue;
        found.push({ number, row });
        if (found.length === limit) break;
      }
      return found;
    },
  };
};

/** Reads the changes of a range in pages, each in a turn of the event loop. */
async function* eachChange(
  { after, ...range }: Omit<ChangePage, "count">,
  read: (page: ChangePage & TransactionView) => Promise<JsonChange[]>,
): AsyncGenerator<JsonChange> {
  for (let last: number | undefined = after; last !== undefined; ) {
    const page = await read({ ...VIEW, ...range, after: last, count: CHANGES_AT_ONCE });
    yield* page;
    last = page.length < CHANGES_AT_ONCE ? undefined : page.at(-1)?.number;
    await yieldToEventLoop();
  }
}

/** Merges two lists of numbered changes in order. */
async function* byNumber(
  first: AsyncGenerator<JsonChange>,
  second: AsyncGenerator<JsonChange>,
): AsyncGenerator<JsonChange> {
  let [one, other] = [await first.next(), await second.next()];
  while (!one.done || !other.done) {
    if (!one.done && (other.done || one.value.number < other.value.number)) {
      yield one.value;
      one = await first.next();
    } else if (!other.done) {
      yield other.value;
      other = await second.next();
    }
  }
}

const VIEW = { withDescription: true, publicUrl: null };

/** Whether an Item's user has consented to transactions. */
export const hasTransactions = ({ products }: Pick<Item, "products">): boolean =>
  products.includes("transactions");

/**
 * A transaction keeps its pending id when it posts, under every rule, so that readers have no
 * duplicate after a change of rule. A transaction that was read by another connection keeps that
 * id.
 */
function withReaderId(
  row: Transaction,
  pending: PendingRule,
  aliases: ReadonlyMap<string, string>,
): Transaction {
  if (row.pending_transaction_id !== null) row.transaction_id = row.pending_transaction_id;
  row.transaction_id = aliases.get(row.transaction_id) ?? row.transaction_id;
  if (row.pending && pending === "own_ids") row.transaction_id += "-pending";
  return row;
}
