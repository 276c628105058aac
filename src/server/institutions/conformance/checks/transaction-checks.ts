import { DAY_MS } from "../../../domain/calendar.ts";
import type { Check, CheckOf, TransactionObservations } from "../check.ts";
import { readNextKey } from "../gather-data.ts";
import { countRows, readRows, readText } from "../reply.ts";
import { wrongRows } from "./account-checks.ts";

type Row = Record<string, unknown>;

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** A check of the transactions, if the first page can be read. */
const inPages = (check: CheckOf<[observations: TransactionObservations, rows: Row[]]>): Check => ({
  ...check,
  area: "Transactions",
  find: ({ transactions }) => {
    if (transactions === null || transactions.pages[0]?.failure !== null) return undefined;
    return check.find(
      transactions,
      transactions.pages.flatMap(({ body }) => readRows(body, "transactions") ?? []),
    );
  },
});

/** A check of each transaction. */
const inEach = (
  check: Omit<Check, "area" | "find"> & { isWrong(row: Row, at: number): boolean },
): Check =>
  inPages({
    ...check,
    find: ({ pages }, rows) =>
      rows.length === 0
        ? undefined
        : wrongRows(rows, (row) => check.isWrong(row, pages[0]?.at ?? Number.POSITIVE_INFINITY)),
  });

const listIds = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => readText(row, "transactionId") ?? []);

const readTime = (row: Row): string | undefined =>
  readText(row, "postedTimestamp") ?? readText(row, "transactionTimestamp");

/** Checks of transactions, one by one and page by page. */
export const transactionChecks: readonly Check[] = [
  {
    id: "transactions-readable",
    area: "Transactions",
    what: "can be read",
    fix: "answer /accounts/{accountId}/transactions with {page, transactions: […]}",
    find: ({ transactions }) => {
      const first = transactions?.pages[0];
      if (!first) return undefined;
      return (
        first.failure ?? (readRows(first.body, "transactions") ? null : "transactions is no list")
      );
    },
  },
  inEach({
    id: "transaction-id",
    what: "have an id",
    fix: "give each a transactionId: text, the same for ever",
    isWrong: (row) => readText(row, "transactionId") === undefined,
  }),
  inPages({
    id: "transaction-id-unique",
    what: "have an id of their own, over all pages",
    fix: "give each transaction another transactionId, and put each on one page",
    find: (_, rows) => {
      const ids = listIds(rows);
      const distinct = new Set(ids).size;
      return distinct === ids.length ? null : `${ids.length} rows, ${distinct} ids`;
    },
  }),
  inPages({
    id: "transaction-id-stable",
    what: "have the same id each time",
    fix: "derive transactionId from the booking, not from the request",
    find: ({ pages, again }) => {
      if (again.failure !== null || !pages[0]) return undefined;
      const first = readRows(pages[0].body, "transactions") ?? [];
      const later = listIds(readRows(again.body, "transactions") ?? []);
      const overlap = listIds(first).filter((id) => later.includes(id));
      // New transactions move some rows to the next page, but not all.
      return first.length === 0 || overlap.length > 0
        ? null
        : "no id of the first page was there again";
    },
  }),
  inEach({
    id: "transaction-amount",
    what: "have an amount that is a number",
    fix: "make amount a JSON number, such as 12.5",
    isWrong: ({ amount }) => typeof amount !== "number",
  }),
  inEach({
    id: "transaction-amount-sign",
    what: "have an amount without a sign",
    fix: "leave the sign away: debitCreditMemo says which way money goes",
    isWrong: ({ amount, debitCreditMemo }) =>
      typeof amount === "number" && amount < 0 && debitCreditMemo !== undefined,
  }),
  inEach({
    id: "transaction-direction",
    what: "say which way money goes",
    fix: "make debitCreditMemo DEBIT or CREDIT",
    isWrong: ({ debitCreditMemo }) => !/^(DEBIT|CREDIT|MEMO)$/.test(String(debitCreditMemo)),
  }),
  inEach({
    id: "transaction-time",
    what: "have a time that is ISO 8601",
    fix: "add transactionTimestamp or postedTimestamp, such as 2026-01-31T12:00:00Z",
    isWrong: (row) =>
      readTime(row) === undefined ||
      [row.postedTimestamp, row.transactionTimestamp].some(
        (time) => time !== undefined && !ISO_TIME.test(String(time)),
      ),
  }),
  inEach({
    id: "transaction-not-in-future",
    what: "have happened",
    fix: "list booked and pending transactions, not planned ones",
    isWrong: (row, at) => Date.parse(readText(row, "transactionTimestamp") ?? "") > at + DAY_MS,
  }),
  inEach({
    id: "transaction-status",
    what: "say whether they are pending",
    fix: "make status PENDING or POSTED",
    isWrong: ({ status }) => !/^(PENDING|POSTED|MEMO|AUTHORIZATION)$/.test(String(status)),
  }),
  inEach({
    id: "transaction-description",
    what: "have a description",
    fix: "add description: the words of a statement",
    isWrong: (row) => readText(row, "description") === undefined,
  }),
  inPages({
    id: "transaction-period",
    what: "are of the period that was asked for",
    fix: "filter by startTime and endTime; a date means the whole day",
    find: ({ period: { start, end, reply } }) => {
      if (reply.failure !== null) return reply.failure;
      const from = Date.parse(start) - DAY_MS;
      const to = Date.parse(end) + 2 * DAY_MS;
      // One additional day at each end, for time zones. One of the two times is enough.
      const isWithin = (time: unknown) =>
        Date.parse(String(time)) >= from && Date.parse(String(time)) <= to;
      return wrongRows(
        readRows(reply.body, "transactions") ?? [],
        (row) => !isWithin(row.transactionTimestamp) && !isWithin(row.postedTimestamp),
      );
    },
  }),
  inPages({
    id: "paging-limit",
    what: "come in pages of the size that was asked for",
    fix: "obey limit; fewer rows on a page are fine, more are not",
    find: ({ pages, limit }) => {
      const max = Math.max(...pages.map(({ body }) => countRows(body, "transactions")));
      return max > limit ? `asked for ${limit}, got ${max}` : null;
    },
  }),
  inPages({
    id: "paging-key",
    what: "go on by the key of the next page",
    fix: "accept page.nextPageKey as pageKey, with the rest of the query as it was",
    find: ({ pages }) =>
      pages.length < 2 ? undefined : (pages.find(({ failure }) => failure)?.failure ?? null),
  }),
  inPages({
    id: "paging-advances",
    what: "have other rows on each page",
    fix: "begin after the row that pageKey refers to",
    find: ({ pages }) => {
      const firsts = pages.map(({ body }) => listIds(readRows(body, "transactions") ?? [])[0]);
      const ids = firsts.filter((id) => id !== undefined);
      return new Set(ids).size === ids.length ? null : "a page comes twice";
    },
  }),
  inPages({
    id: "paging-ends",
    what: "have a last page",
    fix: "leave page.nextPageKey away on the last page",
    find: ({ pages, hasMore }) => {
      const keys = pages.map(readNextKey).filter((key) => key !== null);
      if (new Set(keys).size < keys.length) return "gives a key that it has given before";
      const isEmpty = pages.at(-1) && readRows(pages.at(-1)?.body, "transactions")?.length === 0;
      return hasMore && isEmpty
        ? `goes on after ${pages.length} pages, with nothing on them`
        : null;
    },
  }),
];
