import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import type {
  PageRequest,
  TransactionPage,
  TransactionStore,
} from "../../domain/transactions/transaction-feed.ts";
import type { Database, Queryable } from "../tables.ts";
import { type DayCount, dayCounts, pageStart } from "./transaction-days.ts";
import { lastChangeFinder } from "./transaction-feeds.ts";

/** How much of pages is remembered, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;

/**
 * Pages of an Item's transactions, newest first, each as one JSON text without parsing rows. An LRU cache
 * keeps recent pages until the Item's transactions change, in any process.
 */
export const transactionPages = (db: Database): TransactionStore["page"] => {
  const countsOf = dayCounts(db);
  const lastChangeOf = lastChangeFinder(db);
  const cache = new LRUCache<string, { lastChange: number; page: TransactionPage }>({
    maxSize: CACHE_BYTES,
  });
  return async (itemId, choice) => {
    const lastChange = await lastChangeOf(itemId);
    if (lastChange === null) return { transactions: null, total: 0 };
    const key = JSON.stringify([itemId, choice]);
    const entry = cache.get(key);
    if (entry?.lastChange === lastChange) return entry.page;
    const page = await readPage(db, itemId, choice, await countsOf(itemId, choice, lastChange));
    const size = page.transactions?.json.length ?? 0;
    cache.set(key, { lastChange, page }, { size: size + key.length });
    return page;
  };
};

async function readPage(
  db: Database,
  itemId: string,
  { period, accountIds, count, offset, withDescription }: PageRequest,
  counts: readonly DayCount[],
): Promise<TransactionPage> {
  const { total, day, passOver } = pageStart(counts, period, offset);
  if (offset >= total) return { transactions: null, total };
  const rest = inPeriod(db, itemId, { from: period.from, to: day });
  const rows = (accountIds ? rest.where(UNINDEXED_ACCOUNT, "in", accountIds) : rest)
    .select((withDescription ? bodyWithDescription : COMPLETE_BODY).as("body"))
    .orderBy("date", "desc")
    .orderBy("added", "desc")
    .limit(count)
    .offset(passOver);
  // Rows are joined in the order that they were chosen in, to bytes: a text would be decoded only to be
  // encoded again.
  const { json } = await db
    .selectFrom(rows.as("page"))
    .select(db.toBytes(ARRAY).as("json"))
    .executeTakeFirstOrThrow();
  return { transactions: { json }, total };
}

/**
 * The account in a condition that enters no index. By the column itself PostgreSQL 18 would reckon with a search of the
 * index for each day and change in between (skip scan), and rather read all transactions of the Item.
 */
const UNINDEXED_ACCOUNT = sql<string>`account_id || ''`;

const ARRAY = sql<string>`'[' || coalesce(string_agg(page.body, ','), '') || ']'`;

/** An Item's transactions in a period. */
export const inPeriod = (db: Queryable, itemId: string, { from, to }: Period) =>
  db
    .selectFrom("item_transaction")
    .where("item_id", "=", itemId)
    .where("date", ">=", from)
    .where("date", "<=", to);

/** The fields of a row that was written before transactions were enriched. */
const UNSEEN = `${JSON.stringify(NO_ENRICHMENT).slice(0, -1)},`;

/** The body; an old one gets the fields of enrichment, with which newer ones begin. */
const COMPLETE_BODY = sql<string>`case when body like '{"personal_finance_category"%' then body
  else ${sql.lit(UNSEEN)} || substr(body, 2) end`;

/** The body with one field more before its last brace. */
const bodyWithDescription = sql<string>`case when original_description is null then ${COMPLETE_BODY}
  else substr(${COMPLETE_BODY}, 1, length(${COMPLETE_BODY}) - 1) || ',"original_description":' || original_description || '}'
  end`;
