import type {
  FeedProgress,
  TransactionFeed,
  TransactionStore,
} from "../../domain/transactions/transaction-feed.ts";
import type { FindItem } from "../items/item-finders.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database, Queryable } from "../tables.ts";

/** The feed of an Item; null before the first pull. */
export const feedFinder = (db: Database): ((itemId: string) => Promise<TransactionFeed | null>) => {
  const find = preparedRead<{ itemId: string }, TransactionFeed>(db, (param) =>
    db.selectFrom("transaction_feed as feed").select(FEED).where("item_id", "=", param("itemId")),
  );
  return async (itemId) => (await find({ itemId }))[0] ?? null;
};

const FEED = [
  "feed.item_id as itemId",
  "feed.status",
  "feed.last_change as lastChange",
  "feed.revision",
  "feed.first_date as firstDate",
  "feed.last_date as lastDate",
  "feed.pulled_at as pulledAt",
  "feed.history_retry_at as historyRetryAt",
  "feed.recurring_digests as recurringDigests",
] as const;

/** Finds the Item of an access token and its feed; one statement is enough if the cache has the Item. */
export const itemWithFeed = (
  db: Database,
  findItem: FindItem,
): TransactionStore["itemWithFeed"] => {
  const feedOf = feedFinder(db);
  // By the Item's id, too: where the rows of Items are spread over machines, one of them is asked.
  const find = preparedRead<
    { itemId: string; digest: string },
    Nullable<TransactionFeed> & { itemRevision: number }
  >(db, (param) =>
    db
      .selectFrom("item")
      .leftJoin("transaction_feed as feed", "feed.item_id", "item.item_id")
      .select([...FEED, "item.revision as itemRevision"])
      .where("item.item_id", "=", param("itemId"))
      .where("item.access_token_digest", "=", param("digest")),
  );
  return async (digest) => {
    let feed: TransactionFeed | null | undefined;
    const found = await findItem(digest, async (itemId) => {
      const [row] = await find({ itemId, digest });
      if (!row) return undefined;
      const { itemRevision, ...columns } = row;
      feed = isFeed(columns) ? columns : null;
      return itemRevision;
    });
    return found && { ...found, feed: feed === undefined ? await feedOf(found.item.itemId) : feed };
  };
};

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** Whether the columns of a join are a row; they are null without one. */
const isFeed = (columns: Nullable<TransactionFeed>): columns is TransactionFeed =>
  columns.itemId !== null;

/** The number of the last change of an Item's transactions; null before the first pull. */
export const lastChangeFinder = (db: Database): ((itemId: string) => Promise<number | null>) => {
  const find = preparedRead<{ itemId: string }, { lastChange: number }>(db, (param) =>
    db
      .selectFrom("transaction_feed")
      .select("last_change as lastChange")
      .where("item_id", "=", param("itemId")),
  );
  return async (itemId) => {
    const [feed] = await find({ itemId });
    return feed ? Number(feed.lastChange) : null;
  };
};

/** Starts a feed; returns false and changes nothing if a feed exists, or the Item was removed. */
export const insertFeed = async (db: Queryable, feed: TransactionFeed): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("transaction_feed")
    .columns([
      "item_id",
      "status",
      "last_change",
      "revision",
      "first_date",
      "last_date",
      "pulled_at",
    ])
    // A database that is strict about types takes a parameter among selected columns for a text.
    .expression(({ cast, selectFrom, val }) =>
      selectFrom("item")
        .select([
          "item_id",
          val(feed.status).as("status"),
          cast<number>(val(feed.lastChange), "bigint").as("last_change"),
          cast<number>(val(feed.revision), "bigint").as("revision"),
          val(feed.firstDate).as("first_date"),
          val(feed.lastDate).as("last_date"),
          cast<number | null>(val(feed.pulledAt), "bigint").as("pulled_at"),
        ])
        .where("item_id", "=", feed.itemId)
        .where("removed_at", "is", null),
    )
    .onConflict((conflict) => conflict.column("item_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Advances a feed under an optimistic lock on its revision; returns false if another call wrote first. */
export const moveFeedOn = async (
  db: Queryable,
  feed: TransactionFeed,
  next: FeedProgress & Pick<TransactionFeed, "lastChange">,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("transaction_feed")
    .set({
      status: next.status,
      pulled_at: next.pulledAt,
      ...(next.historyRetryAt !== undefined && { history_retry_at: next.historyRetryAt }),
      last_change: next.lastChange,
      revision: feed.revision + 1,
    })
    .where("item_id", "=", feed.itemId)
    .where("revision", "=", feed.revision)
    .executeTakeFirst();
  return numUpdatedRows > 0;
};

/**
 * Replaces the digests of the recurring streams; returns false if the feed's are no longer the
 * stored ones.
 */
export const setRecurringDigests = async (
  db: Queryable,
  { itemId, recurringDigests }: TransactionFeed,
  digests: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("transaction_feed")
    .set({ recurring_digests: digests })
    .where("item_id", "=", itemId)
    .where("recurring_digests", recurringDigests === null ? "is" : "=", recurringDigests)
    .executeTakeFirst();
  return numUpdatedRows > 0;
};

/**
 * Marks the history of an Item's transactions as incomplete, since the Item has new accounts; a pull that
 * began before restarts.
 */
export const expectHistory = async (db: Queryable, itemId: string): Promise<void> => {
  const ofItem = db
    .updateTable("transaction_feed")
    .set((row) => ({ revision: row("revision", "+", 1) }))
    .where("item_id", "=", itemId);
  await ofItem.execute();
  await ofItem
    .set({ status: "INITIAL_UPDATE_COMPLETE" })
    .where("status", "=", "HISTORICAL_UPDATE_COMPLETE")
    .execute();
};
