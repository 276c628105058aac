import type { TransactionFeed } from "../domain/transaction-feed.ts";
import type { Database } from "./tables.ts";

/** How far the transactions of an Item have been read; null where nobody has begun. */
export const findFeed = async (db: Database, itemId: string): Promise<TransactionFeed | null> => {
  const row = await db
    .selectFrom("transaction_feed")
    .select([
      "item_id as itemId",
      "status",
      "last_change as lastChange",
      "revision",
      "first_date as firstDate",
      "last_date as lastDate",
      "memory",
      "pulled_at as pulledAt",
    ])
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return row ?? null;
};

/** Starts a feed; false, and nothing changed, where there is one. */
export const insertFeed = async (db: Database, feed: TransactionFeed): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("transaction_feed")
    .values({
      item_id: feed.itemId,
      status: feed.status,
      last_change: feed.lastChange,
      revision: feed.revision,
      first_date: feed.firstDate,
      last_date: feed.lastDate,
      memory: feed.memory,
      pulled_at: feed.pulledAt,
    })
    .onConflict((conflict) => conflict.column("item_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Moves a feed on from its revision; false, and nothing changed, when another call was faster. */
export const moveFeedOn = async (
  db: Database,
  feed: TransactionFeed,
  next: Pick<TransactionFeed, "status" | "memory" | "pulledAt" | "lastChange">,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("transaction_feed")
    .set({
      status: next.status,
      memory: next.memory,
      pulled_at: next.pulledAt,
      last_change: next.lastChange,
      revision: feed.revision + 1,
    })
    .where("item_id", "=", feed.itemId)
    .where("revision", "=", feed.revision)
    .executeTakeFirst();
  return numUpdatedRows > 0;
};
