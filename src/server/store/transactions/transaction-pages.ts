import { LRUCache } from "lru-cache";
import { jsonList } from "../../domain/raw-json.ts";
import type {
  PageRequest,
  TransactionPage,
  TransactionStore,
} from "../../domain/transactions/transaction-feed.ts";
import type { Database } from "../tables.ts";
import { type DayCount, dayCounts, pageStart } from "./transaction-days.ts";
import { lastChangeFinder } from "./transaction-feeds.ts";
import { inPeriod, UNINDEXED_ACCOUNT } from "./transaction-periods.ts";
import { CONTENT, contentJson } from "./transaction-rows.ts";

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
