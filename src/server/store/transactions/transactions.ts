import type { Transaction } from "../../../protocol/transaction.ts";
import type { PaymentEvidence } from "../../domain/connectors/payment-evidence.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type {
  TransactionChanges,
  TransactionFeed,
  TransactionStore,
} from "../../domain/transactions/transaction-feed.ts";
import type { FindItem } from "../items/item-finders.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { LongReads } from "../long-reads.ts";
import type { Database, Queryable } from "../tables.ts";
import { changesInRange } from "./changes-in-range.ts";
import { matchCandidates, writeCandidates } from "./match-candidates.ts";
import { transactionAliases, writeAliases } from "./transaction-aliases.ts";
import { createDayCounts } from "./transaction-days.ts";
import {
  feedFinder,
  insertFeed,
  itemWithFeed,
  moveFeedOn,
  setRecurringDigests,
} from "./transaction-feeds.ts";
import { transactionPages } from "./transaction-pages.ts";
import { idsInPeriod, isPending, oldestPending, pagesInPeriod } from "./transaction-periods.ts";
import { CONTENT, contentReader } from "./transaction-rows.ts";
import {
  batches,
  beginStaging,
  deleteStaged,
  isVisible,
  type Row,
  stage,
  toRow,
} from "./transaction-staging.ts";

/** Transactions of Items, with a number for each change. */
export const transactions = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
  findItem: FindItem,
  reads: LongReads,
): TransactionStore => ({
  feed: feedFinder(db),

  itemWithFeed: itemWithFeed(db, findItem),

  begin: async (feed, jobs = []) => {
    await writeWithOutbox(jobs, (transaction) => insertFeed(transaction, feed));
  },

  setRecurringDigests: (feed, digests, jobs = []) =>
    writeWithOutbox(jobs, (transaction) => setRecurringDigests(transaction, feed, digests)),

  aliases: (itemId) => transactionAliases(db, itemId),

  matchCandidates: (itemId) => matchCandidates(db, itemId),

  byIds: async (itemId, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom("item_transaction")
      .select(CONTENT)
      .where("item_id", "=", itemId)
      .where("transaction_id", "in", ids)
      .where(isVisible(itemId))
      .execute();
    return rows.map(contentReader());
  },

  evidence: async (itemId, ids) => {
    const found = new Map<string, PaymentEvidence>();
    for (const batch of batches(ids)) {
      const rows = await db
        .selectFrom("item_transaction")
        .select(["transaction_id", "evidence"])
        .where("item_id", "=", itemId)
        .where("transaction_id", "in", batch)
        .where("evidence", "is not", null)
        .execute();
      for (const { transaction_id, evidence } of rows)
        if (evidence !== null) found.set(transaction_id, JSON.parse(evidence));
      await yieldToEventLoop();
    }
    return found;
  },

  idsInPeriod: (itemId, period) => idsInPeriod(db, itemId, period),

  pages: (itemId, period, { lastChange, ...order } = {}) =>
    pagesInPeriod(
      lastChange === undefined
        ? (read) => read(db)
        : (read) => reads.ofItem({ itemId, lastChange }, read),
      itemId,
      period,
      order,
    ),

  inPeriod: async (itemId, period, accountId) => {
    const found: Transaction[] = [];
    const order = accountId === undefined ? {} : { accountId };
    for await (const page of pagesInPeriod((read) => read(db), itemId, period, order))
      for (const { transaction } of page) found.push(transaction);
    return found;
  },

  oldestPending: (itemId, period) => oldestPending(db, itemId, period),

  ...transactionPages(db, reads),

  ...changesInRange(reads),

  uncategorized: async (after, count) => {
    const all = db
      .selectFrom("item_transaction")
      .select(["item_id", "added", ...CONTENT])
      .where("enrichment", "like", UNKNOWN);
    const rest = after
      ? all.where(({ eb, refTuple, tuple }) =>
          eb(refTuple("item_id", "added"), ">", tuple(after.itemId, after.added)),
        )
      : all;
    const rows = await rest.orderBy("item_id").orderBy("added").limit(count).execute();
    const contentOf = contentReader();
    return rows.map(({ item_id, added, ...row }) => {
      const { original_description, name } = contentOf(row);
      return { itemId: item_id, added, description: original_description ?? name };
    });
  },

  beginStaging: (feed) => beginStaging(db, feed),

  stage: (feed, added, count) => stage(db, feed, added, count),

  apply: (feed, changes, next, jobs = []) =>
    writeWithOutbox(
      jobs,
      async (transaction) => {
        const { staged, added, modified, removed } = changes;
        const lastChange =
          feed.lastChange + (staged?.count ?? 0) + added.length + modified.length + removed.length;
        if (!(await moveFeedOn(transaction, feed, { ...next, lastChange }))) return false;
        if (!staged) await deleteStaged(transaction, feed);
        await write(transaction, feed, changes);
        return true;
      },
      // Updating the feed's row locks out other writers of the Item's transactions. A serializable
      // transaction that reads this many rows would conflict with the writers of other Items.
      { isolation: "read committed" },
    ),
});

/** The start of a packed enrichment whose category is unknown. */
const UNKNOWN = '["%","UNKNOWN",%';

/** Gives each change its number, in the order added, modified, removed. */
async function write(
  transaction: Queryable,
  { itemId, lastChange }: TransactionFeed,
  { staged, added, modified, removed, aliases = new Map(), candidates }: TransactionChanges,
): Promise<void> {
  const days = createDayCounts(staged?.days);
  let number = lastChange + (staged?.count ?? 0);
  const changed = [...added, ...modified];
  const existing = (batch: readonly { transaction_id: string }[]) =>
    transaction
      .selectFrom("item_transaction")
      .select(["transaction_id", "account_id", "added", "date", isPending.as("pending")])
      .where("item_id", "=", itemId)
      .where("transaction_id", "in", listIds(batch))
      .execute();
  for (const batch of batches(changed)) {
    for (const row of await existing(batch)) days.count(row, -1);
    const rows = batch.map((change) => {
      number += 1;
      days.count(change, 1);
      return toRow(itemId, change, number);
    });
    await upsert(transaction, rows);
    await yieldToEventLoop();
  }
  for (const batch of batches(removed)) {
    const rowsToRemove = await existing(batch);
    if (rowsToRemove.length === 0) continue;
    await transaction
      .deleteFrom("item_transaction")
      .where("item_id", "=", itemId)
      .where("transaction_id", "in", listIds(rowsToRemove))
      .execute();
    const tombstones = rowsToRemove.map(({ date, pending, ...row }) => {
      number += 1;
      days.count({ date, pending, ...row }, -1);
      return { item_id: itemId, removed: number, ...row };
    });
    await transaction.insertInto("removed_transaction").values(tombstones).execute();
    await yieldToEventLoop();
  }
  for (const batch of batches([...aliases])) await writeAliases(transaction, itemId, batch);
  if (candidates) await writeCandidates(transaction, itemId, candidates);
  await days.write(transaction, itemId);
}

async function upsert(transaction: Queryable, rows: Row[]): Promise<void> {
  await transaction
    .insertInto("item_transaction")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["item_id", "transaction_id"]).doUpdateSet((expression) => ({
        account_id: expression.ref("excluded.account_id"),
        date: expression.ref("excluded.date"),
        changed: expression.ref("excluded.changed"),
        body: expression.ref("excluded.body"),
        enrichment: expression.ref("excluded.enrichment"),
        original_description: expression.ref("excluded.original_description"),
        persistent_id: expression.ref("excluded.persistent_id"),
        possible_match: expression.ref("excluded.possible_match"),
        evidence: expression.fn.coalesce("excluded.evidence", "item_transaction.evidence"),
      })),
    )
    .execute();
}

function listIds(list: readonly { transaction_id: string }[]): string[] {
  return list.map(({ transaction_id }) => transaction_id);
}
