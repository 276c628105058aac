import { type ExpressionBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { jsonList } from "../../domain/raw-json.ts";
import type {
  PageRequest,
  TransactionPage,
  TransactionStore,
} from "../../domain/transactions/transaction-feed.ts";
import type { Database, Queryable, Tables } from "../tables.ts";
import { type DayCount, dayCounts, pageStart } from "./transaction-days.ts";
import { lastChangeFinder } from "./transaction-feeds.ts";
import { CONTENT, contentJson } from "./transaction-rows.ts";
import { isVisible } from "./transaction-staging.ts";

/** How much of pages is remembered, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;

/**
 * Pages of an Item's transactions, newest first, each as one JSON text without parsing rows. An LRU cache
 * keeps the pages that are read again, until the Item's transactions change, in any process.
 */
export const transactionPages = (db: Database): TransactionStore["page"] => {
  const countsOf = dayCounts(db);
  const lastChangeOf = lastChangeFinder(db);
  const toJson = contentJson();
  const cache = new LRUCache<string, { lastChange: number; page: TransactionPage | null }>({
    maxSize: CACHE_BYTES,
  });
  return async (itemId, choice) => {
    const lastChange = await lastChangeOf(itemId);
    if (lastChange === null) return { transactions: null, total: 0 };
    const key = JSON.stringify([itemId, choice]);
    const entry = cache.get(key);
    const isAgain = entry?.lastChange === lastChange;
    if (isAgain && entry.page) return entry.page;
    const counts = await countsOf(itemId, choice, lastChange);
    const { text, total } = await readPage(db, itemId, choice, counts, toJson);
    // Most pages are read once. Bytes are sent without being encoded again, and cost the garbage collector more.
    const json = text !== null && isAgain ? Buffer.from(text) : text;
    const page = { transactions: json === null ? null : { json }, total };
    const size = key.length + (isAgain ? (json?.length ?? 0) : 0);
    cache.set(key, { lastChange, page: isAgain ? page : null }, { size });
    return page;
  };
};

async function readPage(
  db: Database,
  itemId: string,
  { period, accountIds, count, offset, ...view }: PageRequest,
  counts: readonly DayCount[],
  toJson: ReturnType<typeof contentJson>,
): Promise<{ text: string | null; total: number }> {
  const { total, day, passOver } = pageStart(counts, period, offset);
  if (offset >= total) return { text: null, total };
  const rest = inPeriod(db, itemId, { from: period.from, to: day });
  const rows = await (accountIds ? rest.where(UNINDEXED_ACCOUNT, "in", accountIds) : rest)
    .select(CONTENT)
    .orderBy("date", "desc")
    .orderBy("added", "desc")
    .limit(count)
    .offset(passOver)
    .execute();
  return { text: jsonList(rows.map((row) => toJson(row, view))), total };
}

/**
 * The account in a condition that enters no index. By the column itself PostgreSQL 18 would reckon with a search of the
 * index for each day and change in between (skip scan), and rather read all transactions of the Item.
 */
const UNINDEXED_ACCOUNT = sql<string>`account_id || ''`;

/** An Item's transactions in a period. */
export const inPeriod = (db: Queryable, itemId: string, { from, to }: Period) =>
  db
    .selectFrom("item_transaction")
    .where("item_id", "=", itemId)
    .where("date", ">=", from)
    .where("date", "<=", to)
    .where(isVisible(itemId));

/** How many rows are read at once: to parse them takes some milliseconds. */
const ROWS_AT_ONCE = 500;

/** The content of an Item's transactions in a period, oldest first, in pages; those of one account, if it is named. */
export const contentInPeriod = (
  db: Queryable,
  itemId: string,
  period: Period,
  accountId?: string,
) =>
  pagesAfter(period, ROWS_AT_ONCE, (rest, last) => {
    const all = inPeriod(db, itemId, rest).where(isAfter(last));
    return (accountId === undefined ? all : all.where(UNINDEXED_ACCOUNT, "=", accountId))
      .select(["date", "added", ...CONTENT])
      .orderBy("date")
      .orderBy("added")
      .limit(ROWS_AT_ONCE)
      .execute();
  });

/** How many ids are in a page. */
const IDS_AT_ONCE = 1000;

/** The ids of an Item's transactions in a period, oldest first, in pages. */
export async function* idsInPeriod(
  db: Queryable,
  itemId: string,
  period: Period,
): AsyncGenerator<string[]> {
  const pages = pagesAfter(period, IDS_AT_ONCE, (rest, last) =>
    inPeriod(db, itemId, rest)
      .where(isAfter(last))
      .select(["transaction_id", "date", "added"])
      .orderBy("date")
      .orderBy("added")
      .limit(IDS_AT_ONCE)
      .execute(),
  );
  for await (const rows of pages) yield rows.map(({ transaction_id }) => transaction_id);
}

/** A row's day, and the number under which it was added. */
type Mark = Pick<Tables["item_transaction"], "date" | "added">;

/** Whether a row of the last one's day or a later one comes after the last one. */
const isAfter =
  (last: Mark) =>
  ({ eb, or }: ExpressionBuilder<Tables, "item_transaction">) =>
    or([eb("date", ">", last.date), eb("added", ">", last.added)]);

/** Reads pages of a number of rows, each after the last row of the one before; each has a turn of the event loop. */
async function* pagesAfter<Row extends Mark>(
  { from, to }: Period,
  count: number,
  read: (rest: Period, last: Mark) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Mark = { date: from, added: 0 }; ; ) {
    const rows = await read({ from: last.date, to }, last);
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < count) return;
    last = { date: end.date, added: Number(end.added) };
    await yieldToEventLoop();
  }
}
