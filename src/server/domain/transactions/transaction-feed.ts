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

/**
 * The state of an Item's transactions: the progress of its pulls, and the number of its last
 * change.
 */
export type TransactionFeed = {
  itemId: string;
  status: TransactionsUpdateStatus;
  /** The number of the last change of an Item's transaction. Each change has its own number. */
  lastChange: number;
  /** Optimistic lock: the number of pulls, so that only one of two concurrent pulls counts. */
  revision: number;
  /** The first and last day to read, YYYY-MM-DD, if the Item does not have all days. */
  firstDate: string | null;
  lastDate: string | null;
  /** The time of the last pull. */
  pulledAt: number | null;
  /**
   * The time of the next request for the whole history, in ms since 1970; null if nothing was
   * refused.
   */
  historyRetryAt: number | null;
  /**
   * The digests of the recurring streams by account, as JSON; null before the application reads
   * them.
   */
  recurringDigests: string | null;
};

/** The fields of a feed that a pull changes. A missing `historyRetryAt` stays unchanged. */
export type FeedProgress = Pick<TransactionFeed, "status" | "pulledAt"> &
  Partial<Pick<TransactionFeed, "historyRetryAt">>;

/** The days of transactions in an Item; null for all of the last 24 months. */
export type FeedWindow = { firstDate: string | null; lastDate: string | null };

/** The window of the last days up to a moment; all days without a number. */
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

/** The number of transactions, and of pending ones. */
export type TransactionCount = { count: number; pending: number };

/**
 * The added transactions that are written before all others: their number, and their count by day
 * and account.
 */
export type StagedTransactions = {
  count: number;
  days: ReadonlyMap<string, ReadonlyMap<string, TransactionCount>>;
};

/**
 * A transaction to write, with the institution's evidence. Without evidence, the stored evidence
 * stays.
 */
export type ChangedTransaction = Transaction & { evidence?: PaymentEvidence | null };

/** The changes that a pull found. */
export type TransactionChanges = {
  /** The staged transactions, which precede `added`. */
  staged?: StagedTransactions | undefined;
  added: ChangedTransaction[];
  modified: ChangedTransaction[];
  removed: RemovedTransaction[];
  /** Ids that now lead to transactions with an earlier id. */
  aliases?: ReadonlyMap<string, string> | undefined;
  /** The matches to write, and those to delete. */
  candidates?: { set: readonly MatchCandidate[]; drop: readonly MatchCandidate[] };
  /** The observed changes of the institution's ids. */
  seenIds?: SeenIds;
};

/** A change with its number, which serves as the cursor of the next page. */
export type NumberedChange<T> = { number: number; value: T };

/**
 * A range of changes to page through: numbered above `after`, up to `upTo`, of one account or all,
 * at most `count`. `lastChange` is the feed's if the caller has just read it; otherwise `upTo`.
 */
export type ChangePage = {
  after: number;
  upTo: number;
  accountId?: string;
  count: number;
  lastChange?: number;
};

/** A change of a transaction, as JSON that stays unparsed. */
export type JsonChange = NumberedChange<RawJson<Transaction> & { json: string }>;

/**
 * How transactions are shown: with or without the institution's descriptions, and with this
 * server's icons or none.
 */
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

/** A page, null if empty, and the total number of transactions. */
export type TransactionPage = { transactions: RawJson<Transaction[]> | null; total: number };

/**
 * The description of a transaction without a category; `added` is its number in the Item's feed.
 */
export type Uncategorized = { itemId: string; added: number; description: string };

/** A position in an Item's order: the transaction's day, and the number of its addition. */
export type TransactionMark = { date: string; added: number };

/** A transaction with the numbers of its addition and of its last change. */
export type PlacedTransaction = { transaction: Transaction; added: number; changed: number };

/**
 * The selection and order of a period's transactions: one account or all, posted or all, oldest or
 * newest first, after a mark or from the start. With the feed's just read `lastChange`, a standby
 * may serve the read.
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
  /**
   * The Item of an access token's digest, with its feed; one statement if the cache has the Item.
   */
  itemWithFeed(
    accessTokenDigest: string,
  ): Promise<(ItemWithAccounts & { feed: TransactionFeed | null }) | null>;
  /** Starts the feed of an Item, unless it has a feed or was removed. */
  begin(feed: TransactionFeed, jobs?: readonly NewJob[]): Promise<void>;
  /**
   * Compare-and-set of the recurring streams' digests; false without jobs unless the stored digests
   * are those of `feed`.
   */
  setRecurringDigests(
    feed: TransactionFeed,
    digests: string,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** Our transaction ids by the ids under which the institution now lists the same transactions. */
  aliases(itemId: string): Promise<ReadonlyMap<string, string>>;
  /** All matches of a transaction and a removed one, including decided matches. */
  matchCandidates(itemId: string): Promise<MatchCandidate[]>;
  byIds(itemId: string, ids: readonly string[]): Promise<Transaction[]>;
  /** The evidence of payments by id; ids without evidence are left out. */
  evidence(itemId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PaymentEvidence>>;
  /** The ids of a period's transactions, in pages. */
  idsInPeriod(itemId: string, period: Period): AsyncIterable<readonly string[]>;
  /** The transactions of a period in pages, each with a turn of the event loop. */
  pages(
    itemId: string,
    period: Period,
    order?: TransactionOrder,
  ): AsyncIterable<readonly PlacedTransaction[]>;
  /** All transactions of a period, oldest first, of one account if named. */
  inPeriod(itemId: string, period: Period, accountId?: string): Promise<Transaction[]>;
  /** The date of a period's oldest pending transaction, YYYY-MM-DD, or null. */
  oldestPending(itemId: string, period: Period): Promise<string | null>;
  /**
   * A page of a period, newest first; `lastChange` is the feed's, if the caller has just read it.
   */
  page(itemId: string, request: PageRequest, lastChange?: number): Promise<TransactionPage>;
  /** Returns a page of an account's posted transactions, newest first, and their total number. */
  postedPage(
    itemId: string,
    request: PostedRequest,
  ): Promise<{ rows: Transaction[]; total: number }>;
  /**
   * Returns the existing transactions that were added in the page's range, in their current form.
   */
  added(itemId: string, page: ChangePage & TransactionView): Promise<JsonChange[]>;
  /** Returns the transactions added by `base` and changed in the page's range. */
  modified(itemId: string, base: number, page: ChangePage & TransactionView): Promise<JsonChange[]>;
  /** Returns the transactions added by `base`, removed in the page's range, and not added back. */
  removed(
    itemId: string,
    base: number,
    page: ChangePage,
  ): Promise<NumberedChange<RemovedTransaction>[]>;
  /** A page of the transactions without a category, of all Items, by Item and number. */
  uncategorized(after: Uncategorized | null, count: number): Promise<Uncategorized[]>;
  /**
   * Begins to stage a pull's transactions: deletes those of an interrupted pull, and advances from
   * `feed.revision`. Returns the feed to stage and apply with; null if another pull wrote first.
   */
  beginStaging(feed: TransactionFeed): Promise<TransactionFeed | null>;
  /**
   * Stages added transactions after the `count` already staged; readers see them after `apply`.
   * False without changes if another pull wrote first.
   */
  stage(
    feed: TransactionFeed,
    added: readonly ChangedTransaction[],
    count: number,
  ): Promise<boolean>;
  /**
   * Writes the changes of a pull and advances from `feed.revision`, an optimistic lock; false
   * without changes if another pull wrote first.
   */
  apply(
    feed: TransactionFeed,
    changes: TransactionChanges,
    next: FeedProgress,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
};
