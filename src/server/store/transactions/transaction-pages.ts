import { LRUCache } from "lru-cache";
import type { Transaction } from "../../../protocol/transaction.ts";
import { jsonList } from "../../domain/raw-json.ts";
import type {
  PageRequest,
  PostedRequest,
  TransactionMark,
  TransactionPage,
  TransactionStore,
} from "../../domain/transactions/transaction-feed.ts";
import type { LongReads } from "../long-reads.ts";
import type { Database, Queryable } from "../tables.ts";
import { type Choice, type DayCount, dayCounts, pageStart } from "./transaction-days.ts";
import { lastChangeFinder } from "./transaction-feeds.ts";
import { inSpan, PENDING, spansInPeriod, UNINDEXED_ACCOUNT } from "./transaction-periods.ts";
import { CONTENT, contentJson, contentReader } from "./transaction-rows.ts";

/** How much of pages is remembered, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** How many ends of pages are remembered; the next page begins at one of them. */
const MAX_ENDS = 1000;

/**
 * Pages of an Item's transactions, newest first, each as one JSON text without parsing rows. An LRU cache
 * keeps the pages that are read again, until the Item's transactions change, in any process. The rows of a
 * day that are before a page are ignored, unless the page before it ended there: so all pages of a day cost
 * what its rows do.
 */
export const transactionPages = (
  db: Database,
  reads: LongReads,
): Pick<TransactionStore, "page" | "postedPage"> => {
  const countsOf = dayCounts();
  const lastChangeOf = lastChangeFinder(db);
  const toJson = contentJson();
  const cache = new LRUCache<string, { lastChange: number; page: TransactionPage | null }>({
    maxSize: CACHE_BYTES,
  });
  const ends = pageEnds();
  const page: TransactionStore["page"] = async (itemId, choice, known) => {
    const lastChange = known ?? (await lastChangeOf(itemId));
    if (lastChange === null) return { transactions: null, total: 0 };
    const key = JSON.stringify([itemId, choice]);
    const entry = cache.get(key);
    const isAgain = entry?.lastChange === lastChange;
    if (isAgain && entry.page) return entry.page;
    const place = { itemId, lastChange };
    const { text, total } = await reads.ofItem(place, async (source) =>
      readPage(source, itemId, choice, {
        ...{ counts: await countsOf(source, place, choice), toJson },
        ends: ends.in(place, choice),
      }),
    );
    // Most pages are read once, so the first read returns text. Bytes are sent without encoding, but cost the
    // garbage collector more.
    const json = text !== null && isAgain ? Buffer.from(text) : text;
    const answer = { transactions: json === null ? null : { json }, total };
    const size = key.length + (isAgain ? (json?.length ?? 0) : 0);
    cache.set(key, { lastChange, page: isAgain ? answer : null }, { size });
    return answer;
  };
  return {
    page,
    postedPage: async (itemId, request) => {
      const lastChange = await lastChangeOf(itemId);
      if (lastChange === null) return { rows: [], total: 0 };
      const choice = { ...request, accountIds: [request.accountId], isPostedOnly: true };
      const place = { itemId, lastChange };
      return reads.ofItem(place, async (source) =>
        readPostedPage(source, itemId, request, {
          counts: await countsOf(source, place, choice),
          ends: ends.in(place, choice),
        }),
      );
    },
  };
};

/** The last rows of pages, by the offset of the page after them. */
type PageEnds = {
  get(offset: number): TransactionMark | null;
  set(offset: number, end: TransactionMark): void;
};

/** Caches the ends of pages; an Item's are valid until its next change. */
const pageEnds = () => {
  const cache = new LRUCache<string, TransactionMark & { lastChange: number }>({ max: MAX_ENDS });
  return {
    in: (
      { itemId, lastChange }: { itemId: string; lastChange: number },
      { period, accountIds, isPostedOnly = false }: Choice,
    ): PageEnds => {
      const toKey = (offset: number) =>
        JSON.stringify([itemId, period, accountIds, isPostedOnly, offset]);
      return {
        get: (offset) => {
          const end = cache.get(toKey(offset));
          return end?.lastChange === lastChange ? end : null;
        },
        set: (offset, { date, added }) => {
          cache.set(toKey(offset), { date, added: Number(added), lastChange });
        },
      };
    },
  };
};

type Known = { counts: readonly DayCount[]; ends: PageEnds };

/** Reads posted transactions from the day of a page on, in turns: any number of pending ones may lie between them. */
async function readPostedPage(
  db: Queryable,
  itemId: string,
  { period, accountId, count, offset }: PostedRequest,
  { counts, ends }: Known,
): Promise<{ rows: Transaction[]; total: number }> {
  const { total, day, passOver } = pageStart(counts, period, offset);
  const rows: Transaction[] = [];
  if (offset >= total) return { rows, total };
  const after = passOver > 0 ? ends.get(offset) : null;
  // An index counts rows of a day on which all are posted.
  const isMixed = counts.some(({ date, pending }) => date === day && pending > 0);
  let skip = after ? 0 : passOver;
  const read = contentReader();
  const rest = { from: period.from, to: day };
  const spans = spansInPeriod((one) => one(db), itemId, rest, { isNewestFirst: true, after });
  for await (const span of spans) {
    const inPart = inSpan(db, itemId, rest, { span, isNewestFirst: true });
    const own = inPart.where(UNINDEXED_ACCOUNT, "=", accountId);
    const posted = own.where("body", "not like", PENDING);
    const found =
      skip === 0
        ? null
        : await (isMixed ? posted : own)
            .select(({ fn }) => fn.countAll<number>().as("count"))
            .executeTakeFirstOrThrow();
    if (found && Number(found.count) <= skip) {
      skip -= Number(found.count);
      continue;
    }
    const some = await posted
      .select(["date", "added", ...CONTENT])
      .orderBy("date", "desc")
      .orderBy("added", "desc")
      .limit(count - rows.length)
      .offset(skip)
      .execute();
    skip = 0;
    rows.push(...some.map(read));
    const end = some.at(-1);
    if (rows.length < count || !end) continue;
    ends.set(offset + rows.length, end);
    break;
  }
  return { rows, total };
}

async function readPage(
  db: Queryable,
  itemId: string,
  { period, accountIds, count, offset, ...view }: PageRequest,
  { counts, ends, toJson }: Known & { toJson: ReturnType<typeof contentJson> },
): Promise<{ text: string | null; total: number }> {
  const { total, day, passOver } = pageStart(counts, period, offset);
  if (offset >= total) return { text: null, total };
  const after = passOver > 0 ? ends.get(offset) : null;
  const span = { after, upTo: null };
  const days = { from: period.from, to: day };
  const rest = inSpan(db, itemId, days, { span, isNewestFirst: true });
  const rows = await (accountIds ? rest.where(UNINDEXED_ACCOUNT, "in", accountIds) : rest)
    .select(["date", "added", ...CONTENT])
    .orderBy("date", "desc")
    .orderBy("added", "desc")
    .limit(count)
    .offset(after ? 0 : passOver)
    .execute();
  const end = rows.at(-1);
  if (end) ends.set(offset + rows.length, end);
  return { text: jsonList(rows.map((row) => toJson(row, view))), total };
}
