import type { Transaction } from "../../protocol/transaction.ts";
import type { Period } from "../domain/bank-transaction.ts";
import type { Store } from "../domain/ports.ts";
import type {
  ChangePage,
  Numbered,
  TransactionChanges,
  TransactionFeed,
} from "../domain/transaction-feed.ts";
import type { Database } from "./tables.ts";
import { findFeed, insertFeed, moveFeedOn } from "./transaction-feeds.ts";

/** As many rows as one statement writes: no database takes more than 32,766 values in one. */
const BATCH = 500;

/** Transactions of Items, with a number for each change. */
export const transactions = (db: Database): Store["transactions"] => ({
  feed: (itemId) => findFeed(db, itemId),

  begin: (feed) => insertFeed(db, feed),

  within: async (itemId, period) => {
    const rows = await inPeriod(db, itemId, period)
      .select("body")
      .orderBy("date")
      .orderBy("added")
      .execute();
    return rows.map(read);
  },

  page: async (itemId, { period, accountIds, count, offset }) => {
    const chosen = accountIds
      ? inPeriod(db, itemId, period).where("account_id", "in", accountIds)
      : inPeriod(db, itemId, period);
    const { total } = await chosen
      .select((expression) => expression.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await chosen
      .select("body")
      .orderBy("date", "desc")
      .orderBy("added", "desc")
      .limit(count)
      .offset(offset)
      .execute();
    return { transactions: rows.map(read), total: Number(total) };
  },

  added: (itemId, page) => changed(db, itemId, "added", null, page),

  modified: (itemId, base, page) => changed(db, itemId, "changed", base, page),

  removed: async (itemId, base, { after, upTo, count }) => {
    const rows = await db
      .selectFrom("removed_transaction as gone")
      .select(["removed", "transaction_id", "account_id"])
      .where("gone.item_id", "=", itemId)
      .where("removed", ">", after)
      .where("removed", "<=", upTo)
      .where("gone.added", "<=", base)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("item_transaction as there")
              .select("there.added")
              .where("there.item_id", "=", itemId)
              .whereRef("there.transaction_id", "=", "gone.transaction_id"),
          ),
        ),
      )
      .orderBy("removed")
      .limit(count)
      .execute();
    return rows.map(({ removed, ...value }) => ({ number: removed, value }));
  },

  apply: (feed, changes, next) =>
    db.transaction().execute(async (transaction) => {
      const { added, modified, removed } = changes;
      const lastChange = feed.lastChange + added.length + modified.length + removed.length;
      if (!(await moveFeedOn(transaction, feed, { ...next, lastChange }))) return false;
      await write(transaction, feed, changes);
      return true;
    }),

  remember: (feed, memory) => moveFeedOn(db, feed, { ...feed, memory }),
});

/** Rows are ours, written from what was checked: on the way out they are only parsed. */
function read({ body }: { body: string }): Transaction {
  return JSON.parse(body);
}

function inPeriod(db: Database, itemId: string, { from, to }: Period) {
  return db
    .selectFrom("item_transaction")
    .where("item_id", "=", itemId)
    .where("date", ">=", from)
    .where("date", "<=", to);
}

/** A page of the transactions by when they came or changed; with `base`, of older ones only. */
async function changed(
  db: Database,
  itemId: string,
  by: "added" | "changed",
  base: number | null,
  { after, upTo, count }: ChangePage,
): Promise<Numbered<Transaction>[]> {
  const all = db
    .selectFrom("item_transaction")
    .select([`${by} as number`, "body"])
    .where("item_id", "=", itemId)
    .where(by, ">", after)
    .where(by, "<=", upTo);
  const rows = await (base === null ? all : all.where("added", "<=", base))
    .orderBy(by)
    .limit(count)
    .execute();
  return rows.map(({ number, body }) => ({ number, value: read({ body }) }));
}

/** Gives each change its number, in the order added, modified, removed. */
async function write(
  transaction: Database,
  { itemId, lastChange }: TransactionFeed,
  { added, modified, removed }: TransactionChanges,
): Promise<void> {
  let number = lastChange;
  const rows = [...added, ...modified].map((one) => {
    number += 1;
    return {
      item_id: itemId,
      transaction_id: one.transaction_id,
      account_id: one.account_id,
      date: one.date,
      added: number,
      changed: number,
      body: JSON.stringify(one),
    };
  });
  for (const batch of batches(rows))
    await transaction
      .insertInto("item_transaction")
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(["item_id", "transaction_id"]).doUpdateSet((expression) => ({
          account_id: expression.ref("excluded.account_id"),
          date: expression.ref("excluded.date"),
          changed: expression.ref("excluded.changed"),
          body: expression.ref("excluded.body"),
        })),
      )
      .execute();
  for (const batch of batches(removed)) {
    const ids = batch.map(({ transaction_id }) => transaction_id);
    const gone = await transaction
      .deleteFrom("item_transaction")
      .where("item_id", "=", itemId)
      .where("transaction_id", "in", ids)
      .returning(["transaction_id", "account_id", "added"])
      .execute();
    if (gone.length === 0) continue;
    const tombs = gone.map((one) => {
      number += 1;
      return { item_id: itemId, removed: number, ...one };
    });
    await transaction.insertInto("removed_transaction").values(tombs).execute();
  }
}

function batches<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, at) =>
    list.slice(at * BATCH, (at + 1) * BATCH),
  );
}
