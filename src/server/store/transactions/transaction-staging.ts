import { type SqlBool, sql } from "kysely";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type {
  ChangedTransaction,
  TransactionFeed,
} from "../../domain/transactions/transaction-feed.ts";
import type { Database, Queryable, Tables } from "../tables.ts";
import { moveFeedOn } from "./transaction-feeds.ts";
import { toContent } from "./transaction-rows.ts";

export type Row = Tables["item_transaction"];

/** How many rows one statement writes: SQLite allows 32,766 parameters. */
const BATCH = 500;

/** How many staged rows one statement writes, which takes some 5 ms. */
const STAGED_BATCH = 100;

export const batches = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_, at) =>
    list.slice(at * BATCH, (at + 1) * BATCH),
  );

export const toRow = (itemId: string, transaction: ChangedTransaction, number: number): Row => ({
  item_id: itemId,
  transaction_id: transaction.transaction_id,
  account_id: transaction.account_id,
  date: transaction.date,
  added: number,
  changed: number,
  ...toContent(transaction),
});

/**
 * The condition that a transaction of an Item is not staged. A staged transaction has a number after the
 * feed's last change, and becomes visible once the feed has advanced. The condition uses no index, like that
 * on the account.
 */
export const isVisible = (itemId: string, added = "added") =>
  sql<SqlBool>`${sql.ref(added)} + 0 <= (select last_change from transaction_feed where item_id = ${itemId})`;

/** Begins to stage; the feed's next revision makes any other pull, which may be staging as well, fail. */
export const beginStaging = async (
  db: Database,
  feed: TransactionFeed,
): Promise<TransactionFeed | null> => {
  const isFirst = await db.transact((transaction) => moveFeedOn(transaction, feed, feed));
  if (!isFirst) return null;
  const next = { ...feed, revision: feed.revision + 1 };
  for (;;) {
    const isDone = await db.transact(async (transaction) => {
      if (!(await lockFeed(transaction, next))) return null;
      return deleteStaged(transaction, next, BATCH);
    });
    if (isDone === null) return null;
    if (isDone) return next;
  }
};

/** Writes added transactions with numbers after the feed's last change, and after those that are staged already. */
export const stage = (
  db: Database,
  feed: TransactionFeed,
  added: readonly ChangedTransaction[],
  count: number,
): Promise<boolean> =>
  db.transact(
    async (transaction) => {
      if (!(await lockFeed(transaction, feed))) return false;
      const first = feed.lastChange + count + 1;
      for (let from = 0; from < added.length; from += STAGED_BATCH) {
        const rows = added
          .slice(from, from + STAGED_BATCH)
          .map((each, at) => toRow(feed.itemId, each, first + from + at));
        await transaction.insertInto("item_transaction").values(rows).execute();
        await yieldToEventLoop();
      }
      return true;
    },
    { isolation: "read committed" },
  );

/** Deletes the last transactions that an interrupted pull has staged; returns whether none is left. */
export const deleteStaged = async (
  transaction: Queryable,
  { itemId, lastChange }: Pick<TransactionFeed, "itemId" | "lastChange">,
  limit = Number.POSITIVE_INFINITY,
): Promise<boolean> => {
  const { last } = await transaction
    .selectFrom("item_transaction")
    .select(({ fn }) => fn.max("added").as("last"))
    .where("item_id", "=", itemId)
    .executeTakeFirstOrThrow();
  if (last === null || Number(last) <= lastChange) return true;
  const from = Math.max(lastChange, Number(last) - limit);
  await transaction
    .deleteFrom("item_transaction")
    .where("item_id", "=", itemId)
    .where("added", ">", from)
    .execute();
  return from === lastChange;
};

/** Locks a feed until the transaction ends; false if it has another revision. */
async function lockFeed(
  transaction: Queryable,
  { itemId, revision }: TransactionFeed,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("transaction_feed")
    .set((row) => ({ revision: row("revision", "+", 0) }))
    .where("item_id", "=", itemId)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
