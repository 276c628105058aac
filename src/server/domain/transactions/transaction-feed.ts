import type {
  RemovedTransaction,
  Transaction,
  TransactionsUpdateStatus,
} from "../../../protocol/transaction.ts";
import type { Product } from "../../../protocol/vocabulary.ts";
import { dayAt, toDate } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { PaymentEvidence } from "../connectors/payment-evidence.ts";
import type { SeenIds } from "../institutions/institution-ids.ts";
import type { ItemWithAccounts } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";
import type { RawJson } from "../raw-json.ts";
import type { MatchCandidate } from "./match-candidates.ts";

/** The state of an Item's transactions: the progress of its pulls, and the number of its changes. */
export type TransactionFeed = {
  itemId: string;
  status: TransactionsUpdateStatus;
  /** The number of the last change of a transaction of the Item; each change has one of its own. */
  lastChange: number;
  /** Optimistic lock: counts pulls, so that of two concurrent pulls only the first one counts. */
  revision: number;
  /** The first and the last day to read, if the Item has not all of them: YYYY-MM-DD. */
  firstDate: string | null;
  lastDate: string | null;
  /** When transactions were pulled last. */
  pulledAt: number | null;
  /** When the whole history is requested again, in ms since 1970; null if the institution has refused none of it. */
  historyRetryAt: number | null;
  /** The digests of the recurring streams by account, as JSON; null before the application reads them. */
  recurringDigests: string | null;
};

/** The fields of a feed that a pull moves on; a time of the next request for the history that is left out stays. */
export type FeedProgress = Pick<TransactionFeed, "status" | "pulledAt"> &
  Partial<Pick<TransactionFeed, "historyRetryAt">>;

/** The days of transactions that an Item includes; null for all of the last 24 months. */
export type FeedWindow = { firstDate: string | null; lastDate: string | null };

/** The window of the last days up to a moment; all days if their number is left out. */
export const windowOfDays = (days: number | undefined, now: number): FeedWindow => ({
  firstDate: days === undefined ? null : toDate(dayAt(now) - days + 1),
  lastDate: null,
});

/** The feed of an Item before its first pull. */
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
  pulledAt: null,
  historyRetryAt: null,
  recurringDigests: null,
});

/** Whether an Item has a product that needs its transactions. */
export const readsTransactions = ({ products }: { products: readonly Product[] }): boolean =>
  products.includes("transactions") || products.includes("income");

/** How many transactions there are, and how many of them are pending. */
export type TransactionCount = { count: number; pending: number };

/** The added transactions that are written before all others: how many, and their count by day and account. */
export type StagedTransactions = {
  count: number;
  days: ReadonlyMap<string, ReadonlyMap<string, TransactionCount>>;
};

/**
 * A transaction to write, with the institution's evidence of its payment; without it, the stored
 * evidence stays.
 */
export type ChangedTransaction = Transaction & { evidence?: PaymentEvidence | null };

/** The changes that a pull found. */
export type TransactionChanges = {
  /** The staged transactions, which come before `added`. */
  staged?: StagedTransactions | undefined;
  added: ChangedTransaction[];
  modified: ChangedTransaction[];
  removed: RemovedTransaction[];
  /** The ids that now lead to transactions which keep an earlier one. */
  aliases?: ReadonlyMap<string, string> | undefined;
  /** The pairs to write, and those to delete. */
  candidates?: { set: readonly MatchCandidate[]; drop: readonly MatchCandidate[] };
  /** The changes of the institution's ids. */
  seenIds?: SeenIds;
};

/** A change with its number, which serves as the cursor of the next page. */
export type NumberedChange<T> = { number: number; value: T };

/**
 * The range of changes to page through: those numbered above `after`, up to `upTo`, of one account
 * or all; at most `count`. `lastChange` is the feed's, if the caller has read it just now;
 * otherwise it is `upTo`.
 */
export type ChangePage = {
  after: number;
  upTo: number;
  accountId?: string;
  count: number;
  lastChange?: number;
};

/** A change of a transaction, as JSON that is passed on unparsed. */
export type JsonChange = NumberedChange<RawJson<Transaction> & { json: string }>;

/** How transactions are shown: with the institution's own descriptions or without, and icons of this server if any. */
export type TransactionView = { withDescription: boolean; publicUrl: string | null };

/** A page of a period: of some accounts or all. */
export type PageRequest = TransactionView & {
  period: Period;
  accountIds: readonly string[] | null;
  count: number;
  offset: number;
};

/** A page of the posted transactions of one account in a period. */
export type PostedRequest = Pick<PageRequest, "period" | "count" | "offset"> & {
  accountId: string;
};

/** A page, null if it is empty, and the total number of transactions. */
export type TransactionPage = { transactions: RawJson<Transaction[]> | null; total: number };

/** The description of a transaction that no rule categorizes; `added` is its number in the Item's feed. */
export type Uncategorized = { itemId: string; added: number; description: string };

/** The day of a transaction, and the number under which it was added: its position in the order of its Item. */
export type TransactionMark = { date: string; added: number };

/** A transaction with the numbers under which it was added, and changed last. */
export type PlacedTransaction = { transaction: Transaction; added: number; changed: number };

/**
 * The choice and order of a period's transactions: of one account or all, posted ones or all, oldest first or
 * newest, after a mark or from the first on. With the feed's `lastChange`, which the caller has read just
 * now, a standby may be asked.
 */
export type TransactionOrder = {
  accountId?: string;
  isPostedOnly?: boolean;
  isNewestFirst?: boolean;
  after?: TransactionMark | null;
  lastChange?: number;
};

/** The port for the transactions of Items. */
export type TransactionStore = {
  feed(itemId: string): Promise<TransactionFeed | null>;
  /** The Item of an access token's digest, with its feed: in one statement, if the cache has the Item. */
  itemWithFeed(
    accessTokenDigest: string,
  ): Promise<(ItemWithAccounts & { feed: TransactionFeed | null }) | null>;
  /** Starts the feed of an Item that has none yet, and was not removed. */
  begin(feed: TransactionFeed, jobs?: readonly NewJob[]): Promise<void>;
  /**
   * Compare-and-set of the digests of the recurring streams; returns false and adds no jobs if the stored
   * digests differ from those of `feed`.
   */
  setRecurringDigests(
    feed: TransactionFeed,
    digests: string,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** Our transaction ids by the ids under which the institution lists the same transactions now. */
  aliases(itemId: string): Promise<ReadonlyMap<string, string>>;
  /** All pairs of a transaction and a removed one that it may be, also those that are decided. */
  matchCandidates(itemId: string): Promise<MatchCandidate[]>;
  byIds(itemId: string, ids: readonly string[]): Promise<Transaction[]>;
  /** The evidence of some payments, by their ids; an id without any is left out. */
  evidence(itemId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PaymentEvidence>>;
  /** The ids of all of a period, in pages. */
  idsInPeriod(itemId: string, period: Period): AsyncIterable<readonly string[]>;
  /** The transactions of a period in pages, each with a turn of the event loop. */
  pages(
    itemId: string,
    period: Period,
    order?: TransactionOrder,
  ): AsyncIterable<readonly PlacedTransaction[]>;
  /** All transactions of a period, oldest first; only one account's if it is named. */
  inPeriod(itemId: string, period: Period, accountId?: string): Promise<Transaction[]>;
  /** The date of the oldest pending transaction of a period, YYYY-MM-DD; null if it has none. */
  oldestPending(itemId: string, period: Period): Promise<string | null>;
  /**
   * A page of a period, newest first; `lastChange` is the feed's, if the caller has read it just
   * now.
   */
  page(itemId: string, request: PageRequest, lastChange?: number): Promise<TransactionPage>;
  /** Returns a page of an account's posted transactions, newest first, and their total number. */
  postedPage(
    itemId: string,
    request: PostedRequest,
  ): Promise<{ rows: Transaction[]; total: number }>;
  /** Returns the existing ones that were added in the page, in their current form. */
  added(itemId: string, page: ChangePage & TransactionView): Promise<JsonChange[]>;
  /** Returns those added no later than `base` and changed in the page. */
  modified(itemId: string, base: number, page: ChangePage & TransactionView): Promise<JsonChange[]>;
  /** Returns those added no later than `base`, removed in the page, and not added back. */
  removed(
    itemId: string,
    base: number,
    page: ChangePage,
  ): Promise<NumberedChange<RemovedTransaction>[]>;
  /** The uncategorized ones of all Items, by Item and number; those after the last one of a page. */
  uncategorized(after: Uncategorized | null, count: number): Promise<Uncategorized[]>;
  /**
   * Begins to stage transactions of a pull: deletes the staged transactions of an interrupted pull, and
   * advances from `feed.revision`. Returns the feed to stage and apply with; null if another pull wrote
   * first.
   */
  beginStaging(feed: TransactionFeed): Promise<TransactionFeed | null>;
  /**
   * Stages added transactions after the `count` that are staged already; readers see them after `apply`.
   * Returns false and changes nothing if another pull wrote first.
   */
  stage(
    feed: TransactionFeed,
    added: readonly ChangedTransaction[],
    count: number,
  ): Promise<boolean>;
  /**
   * Writes the changes of a pull and advances from `feed.revision`, an optimistic lock; returns false and
   * changes nothing if another pull wrote first.
   */
  apply(
    feed: TransactionFeed,
    changes: TransactionChanges,
    next: FeedProgress,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
};
