import { sql } from "kysely";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type {
  PlacedTransaction,
  TransactionMark,
  TransactionOrder,
} from "../../domain/transactions/transaction-feed.ts";
import type { Queryable } from "../tables.ts";
import { CONTENT, contentReader } from "./transaction-rows.ts";
import { isVisible } from "./transaction-staging.ts";

/** How many transactions are in a page: to parse them takes some milliseconds. */
const ROWS_AT_ONCE = 250;

/** How many ids are in a page. */
const IDS_AT_ONCE = 1000;

/** The maximum number of rows that a statement searches for an account's rows, or for pending ones. */
const SEARCHED_AT_ONCE = 2000;

/** The field in a body. No text in it matches, since JSON escapes the quotes of a text. */
export const PENDING = '%"pending":true%';

/** Whether a transaction is pending: 1 or 0. */
export const isPending = sql<number>`case when body like ${PENDING} then 1 else 0 end`;

/**
 * The account in a condition that enters no index. By the column itself PostgreSQL 18 would reckon with a search of the
 * index for each day and change in between (skip scan), and rather read all transactions of the Item.
 */
export const UNINDEXED_ACCOUNT = sql<string>`account_id || ''`;

/** Runs the statements of a page. */
export type Run = <Answer>(read: (db: Queryable) => Promise<Answer>) => Promise<Answer>;

/** The transactions of a period in pages, of all accounts or one, posted or all; each page has a turn of the event loop. */
export async function* pagesInPeriod(
  run: Run,
  itemId: string,
  period: Period,
  { accountId, isPostedOnly = false, isNewestFirst = false, after = null }: TransactionOrder = {},
): AsyncGenerator<PlacedTransaction[]> {
  const read = contentReader();
  const spans =
    accountId === undefined && !isPostedOnly
      ? [{ after, upTo: null }]
      : spansInPeriod(run, itemId, period, { isNewestFirst, after });
  for await (const span of spans) {
    const rows = rowsIn(run, itemId, period, { span, isNewestFirst }, ROWS_AT_ONCE, (all) =>
      all
        .$if(accountId !== undefined, (rows) => rows.where(UNINDEXED_ACCOUNT, "=", accountId ?? ""))
        .$if(isPostedOnly, (rows) => rows.where("body", "not like", PENDING))
        .select(["date", "added", "changed", ...CONTENT])
        .execute(),
    );
    for await (const page of rows)
      yield page.map(({ added, changed, ...row }) => ({
        ...{ transaction: read(row), added: Number(added), changed: Number(changed) },
      }));
  }
}

/** The ids of a period's transactions, oldest first, in pages. */
export async function* idsInPeriod(
  db: Queryable,
  itemId: string,
  period: Period,
): AsyncGenerator<string[]> {
  const all = { span: { after: null, upTo: null }, isNewestFirst: false };
  const pages = rowsIn(
    (read) => read(db),
    itemId,
    period,
    all,
    IDS_AT_ONCE,
    (rows) => rows.select(["transaction_id", "date", "added"]).execute(),
  );
  for await (const rows of pages) yield rows.map(({ transaction_id }) => transaction_id);
}

/** The day of the oldest pending transaction of a period; null if it has none. */
export const oldestPending = async (
  db: Queryable,
  itemId: string,
  period: Period,
): Promise<string | null> => {
  const run: Run = (read) => read(db);
  const spans = spansInPeriod(run, itemId, period, { isNewestFirst: false, after: null });
  for await (const span of spans) {
    const { date } = await inSpan(db, itemId, period, { span, isNewestFirst: false })
      .where("body", "like", PENDING)
      .select(({ fn }) => fn.min("date").as("date"))
      .executeTakeFirstOrThrow();
    if (date !== null) return date;
  }
  return null;
};

/** The rows after a mark, up to another one; without them, from the first to the last. */
type Span = { after: TransactionMark | null; upTo: TransactionMark | null };

type Direction = { isNewestFirst: boolean };

/** Divides a period into spans of some rows of any account. */
export async function* spansInPeriod(
  run: Run,
  itemId: string,
  period: Period,
  { isNewestFirst, after }: Direction & Pick<Span, "after">,
): AsyncGenerator<Span> {
  for (let last = after; ; ) {
    const rest = { span: { after: last, upTo: null }, isNewestFirst };
    const end = await run((db) =>
      inOrder(db, itemId, period, rest)
        .select(["date", "added"])
        .offset(SEARCHED_AT_ONCE - 1)
        .limit(1)
        .executeTakeFirst(),
    );
    const upTo = end ? { date: end.date, added: Number(end.added) } : null;
    yield { after: last, upTo };
    if (upTo === null) return;
    last = upTo;
    await yieldToEventLoop();
  }
}

/** Reads the rows of a span in pages; each page starts after the last row of the previous one. */
async function* rowsIn<Row extends { date: string; added: number }>(
  run: Run,
  itemId: string,
  period: Period,
  { span, isNewestFirst }: Direction & { span: Span },
  count: number,
  read: (rows: ReturnType<typeof inOrder>) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let { after } = span; ; ) {
    const part = { span: { ...span, after }, isNewestFirst };
    const rows = await run((db) => read(inOrder(db, itemId, period, part).limit(count)));
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < count) return;
    after = { date: end.date, added: Number(end.added) };
    await yieldToEventLoop();
  }
}

const inOrder = (
  db: Queryable,
  itemId: string,
  period: Period,
  { span, isNewestFirst }: Direction & { span: Span },
) => {
  const direction = isNewestFirst ? "desc" : "asc";
  return inSpan(db, itemId, period, { span, isNewestFirst })
    .orderBy("date", direction)
    .orderBy("added", direction);
};

/**
 * The rows of a span in a period. Each end is one condition on day and mark together: with a separate
 * condition on the day, SQLite would not seek to the mark in the index, and each page would read all rows
 * before it.
 */
export const inSpan = (
  db: Queryable,
  itemId: string,
  { from, to }: Period,
  { span: { after, upTo }, isNewestFirst }: Direction & { span: Span },
) => {
  const [first, last] = isNewestFirst ? [upTo, after] : [after, upTo];
  return db
    .selectFrom("item_transaction")
    .where("item_id", "=", itemId)
    .where(isVisible(itemId))
    .where(({ and, eb, refTuple, tuple }) => {
      const place = refTuple("date", "added");
      return and([
        first && first.date >= from
          ? eb(place, isNewestFirst ? ">=" : ">", tuple(first.date, first.added))
          : eb("date", ">=", from),
        last && last.date <= to
          ? eb(place, isNewestFirst ? "<" : "<=", tuple(last.date, last.added))
          : eb("date", "<=", to),
      ]);
    });
};
