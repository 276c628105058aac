import type {
  RemovedTransaction,
  Transaction,
  TransactionsUpdateStatus,
} from "../../../protocol/transaction.ts";
import type { Product } from "../../../protocol/vocabulary.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { NewJob } from "../jobs/job.ts";
import type { RawJson } from "../raw-json.ts";

/** How far the transactions of an Item have been read, and how often they have changed. */
export type TransactionFeed = {
  itemId: string;
  status: TransactionsUpdateStatus;
  /** The number of the last change of a transaction of the Item; each change has one of its own. */
  lastChange: number;
  /** Counts pulls, so that of two at once only the first one counts. */
  revision: number;
  /** The first and the last day to read, where the Item has not all of them: YYYY-MM-DD. */
  firstDate: string | null;
  lastDate: string | null;
  /** The connector's own, to be handed back. */
  connectorState: string | null;
  /** When transactions were pulled last. */
  pulledAt: number | null;
};

/** Which days of an Item's transactions there are to have; null for all of the last 24 months. */
export type FeedWindow = { firstDate: string | null; lastDate: string | null };

/** The feed of an Item whose transactions nobody has read yet. */
export const newFeed = (
  itemId: string,
  { firstDate, lastDate }: FeedWindow = { firstDate: null, lastDate: null },
): TransactionFeed => ({
  itemId,
  status: "NOT_READY",
  lastChange: 0,
  revision: 0,
  firstDate,
  lastDate,
  connectorState: null,
  pulledAt: null,
});

/** Whether an Item has a product that is told from its transactions. */
export const readsTransactions = ({ products }: { products: readonly Product[] }): boolean =>
  products.includes("transactions") || products.includes("income");

/** What a pull found: transactions that are new, that are otherwise now, and that are gone. */
export type TransactionChanges = {
  added: Transaction[];
  modified: Transaction[];
  removed: RemovedTransaction[];
};

/** A page of changes: each with its number, by which the next page goes on. */
export type NumberedChange<T> = { number: number; value: T };

/** Which changes to page through: those numbered above `after`, up to `upTo`; at most so many. */
export type ChangePage = { after: number; upTo: number; count: number };

/** Which page of a period: of some accounts, or all; with the institution's own words, or without. */
export type PageRequest = {
  period: Period;
  accountIds: readonly string[] | null;
  count: number;
  offset: number;
  withDescription: boolean;
};

/** A page, or null where there is nothing on it, and how many transactions there are in all. */
export type TransactionPage = { transactions: RawJson<Transaction[]> | null; total: number };

/** Where the transactions of Items live; each method is one transaction of the store. */
export type TransactionStore = {
  feed(itemId: string): Promise<TransactionFeed | null>;
  /** Starts the feed of an Item that has none yet, and was not removed. */
  begin(feed: TransactionFeed, jobs?: readonly NewJob[]): Promise<void>;
  /** All of a period, oldest first. */
  inPeriod(itemId: string, period: Period): Promise<Transaction[]>;
  /** A page of a period, newest first. */
  page(itemId: string, asked: PageRequest): Promise<TransactionPage>;
  /** Those that are there and were added in the page, as they are now. */
  added(itemId: string, page: ChangePage): Promise<NumberedChange<Transaction>[]>;
  /** Those added no later than `base` and changed in the page. */
  modified(itemId: string, base: number, page: ChangePage): Promise<NumberedChange<Transaction>[]>;
  /** Those added no later than `base`, removed in the page, and not there again. */
  removed(
    itemId: string,
    base: number,
    page: ChangePage,
  ): Promise<NumberedChange<RemovedTransaction>[]>;
  /**
   * Writes what a pull found, and moves on from `feed.revision`; or else answers false and changes
   * nothing.
   */
  apply(
    feed: TransactionFeed,
    changes: TransactionChanges,
    next: Pick<TransactionFeed, "status" | "connectorState" | "pulledAt">,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** Keeps what the connector is to be handed back next; false if the feed has moved on. */
  setConnectorState(feed: TransactionFeed, connectorState: string): Promise<boolean>;
};
