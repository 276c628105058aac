import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check, CheckOf } from "../../check.ts";
import type { RowReplies } from "../../consents/observations.ts";
import type { Shape } from "../../consents/shapes.ts";
import { amountFix } from "./data-checks.ts";
import { amountFault, faultIn, idIn, quoted, type Row, rowsAt, textAt } from "./findings.ts";

const DAY_MS = 86_400_000;

/** The maximum length of a transaction id in UK Open Banking; NextGenPSD2 allows less. */
const MAX_ID_CHARACTERS = 210;

/** The rows of a body in the dialect's lists. */
const rowsIn = (body: unknown, { rows }: Shape): Row[] =>
  rows.flatMap((place) => rowsAt(body, place) ?? []);

/** A check of the transactions, if the first page can be read. */
export const inRows = (
  shape: Shape,
  check: CheckOf<[rows: Row[], replies: RowReplies]>,
): Check => ({
  ...check,
  area: "Transactions",
  find: ({ consent }) => {
    const { rows = null } = consent ?? {};
    if (rows === null || rows.pages[0]?.failure !== null) return undefined;
    const all = rows.pages.flatMap(({ body }) => rowsIn(body, shape));
    return all.length === 0 ? undefined : check.find(all, rows);
  },
});

/** A check of each transaction. */
export const inEachRow = (
  shape: Shape,
  { faultOf, ...check }: Omit<Check, "area" | "find"> & { faultOf(row: Row): string | null },
): Check => inRows(shape, { ...check, find: (rows) => faultIn(rows, faultOf) });

/** The checks of transactions by the fields of a dialect. */
export const wireRowChecks = (shape: Shape): readonly Check[] => [
  {
    id: "transactions-readable",
    area: "Transactions",
    what: "can be read",
    fix: "answer /accounts/{id}/transactions with JSON, for a year and for ten days",
    find: ({ consent }) => {
      const first = consent?.rows?.pages[0];
      return first ? first.failure : undefined;
    },
  },
  {
    id: "transactions-list",
    area: "Transactions",
    what: "are lists",
    fix: `make ${shape.rows[0]} a list, even for no transaction`,
    find: ({ consent }) => {
      const [first] = consent?.rows?.pages ?? [];
      if (first?.failure !== null) return undefined;
      const wrong = shape.rows.find((place, at) => {
        const value = valueAt(first.body, place);
        return !Array.isArray(value) && (at === 0 || value !== undefined);
      });
      return wrong === undefined ? null : `${wrong} is ${quoted(valueAt(first.body, wrong))}`;
    },
  },
  {
    ...inEachRow(shape, {
      id: "transaction-id",
      what: "have an id",
      fix: `give each ${shape.rowIds[0]}: a text, the same for ever`,
      faultOf: (row) => {
        if (idIn(row, shape.rowIds) !== undefined) return null;
        const [field = "", value] =
          shape.rowIds.map((name) => [name, row[name]] as const).find(([, each]) => each != null) ??
          [];
        return value === undefined
          ? `${shape.rowIds.join(" or ")} is missing`
          : `${field} is ${quoted(value)}`;
      },
    }),
    level: "should",
  },
  inEachRow(shape, {
    id: "transaction-id-length",
    what: "have an id of a length that can be kept",
    fix: `make ${shape.rowIds[0]} of at most ${MAX_ID_CHARACTERS} characters`,
    faultOf: (row) => {
      const { length } = idIn(row, shape.rowIds) ?? "";
      return length <= MAX_ID_CHARACTERS ? null : `an id has ${length} characters`;
    },
  }),
  inRows(shape, {
    id: "transaction-id-unique",
    what: "are there once, each with an id of its own",
    fix: `give each ${shape.rowIds[0]} of its own, and list it on one page`,
    find: (rows) => {
      const ids = rows.flatMap((row) => idIn(row, shape.rowIds) ?? []);
      return new Set(ids).size === ids.length
        ? null
        : `${ids.length} rows, ${new Set(ids).size} ids`;
    },
  }),
  inRows(shape, {
    id: "transaction-id-stable",
    what: "have the same id each time",
    fix: "derive the id from the transaction, not from the request",
    find: (_, { pages: [first], again }) => {
      if (!first || again.failure !== null) return undefined;
      const ids = new Set(rowsIn(again.body, shape).map((row) => idIn(row, shape.rowIds)));
      return faultIn(rowsIn(first.body, shape), (row) => {
        const id = idIn(row, shape.rowIds);
        return id === undefined || ids.has(id) ? null : "the id is another one later";
      });
    },
  }),
  inEachRow(shape, {
    id: "transaction-amount",
    what: "have an amount",
    fix: amountFix(shape.rowAmount, shape),
    faultOf: (row) =>
      amountFault(valueAt(row, shape.rowAmount), {
        ...{ field: shape.rowAmount, isSigned: shape.isSigned },
      }),
  }),
  inEachRow(shape, {
    id: "transaction-currency",
    what: "have a currency",
    fix: `make ${shape.rowCurrency} a code of ISO 4217, such as GBP or EUR`,
    faultOf: (row) => {
      const currency = valueAt(row, shape.rowCurrency);
      return typeof currency === "string" && /^[A-Z]{3}$/.test(currency)
        ? null
        : `${shape.rowCurrency} is ${quoted(currency)}`;
    },
  }),
  {
    id: "transaction-own-currency",
    area: "Transactions",
    what: "are in the currency of their account",
    fix: "return the amount that the account was booked with; an original amount has a field of its own",
    find: ({ accounts, consent }) => {
      const { rows = null } = consent ?? {};
      if (accounts?.failure !== null || rows?.pages[0]?.failure !== null) return undefined;
      const own = (rowsAt(accounts.body, shape.accounts) ?? [])
        .filter((row) => textAt(row, shape.accountId) === rows.accountId)
        .map((row) => textAt(row, "Currency") ?? textAt(row, "currency"));
      if (own.includes("XXX") || own.includes(undefined)) return null;
      return faultIn(
        rows.pages.flatMap(({ body }) => rowsIn(body, shape)),
        (row) => {
          const currency = textAt(row, shape.rowCurrency);
          if (currency === undefined || own.includes(currency)) return null;
          return `${shape.rowCurrency} is ${quoted(currency)} in an account in ${own.map(quoted).join(", ")}`;
        },
      );
    },
  },
  inRows(shape, {
    id: "transaction-not-in-future",
    what: "are not of days to come",
    fix: `make ${shape.rowDate} the day on which it was booked`,
    find: (rows, { pages: [first] }) => {
      const limit = (first?.at ?? 0) + 2 * DAY_MS;
      return faultIn(rows, (row) =>
        Date.parse(textAt(row, shape.rowDate) ?? "") > limit ? `${shape.rowDate} is to come` : null,
      );
    },
  }),
  inRows(shape, {
    id: "transaction-period",
    what: "are of the days that were asked for",
    fix: "return the rows whose booking date is within the period, both days included",
    find: (_, { period }) => {
      if (period?.reply.failure !== null) return undefined;
      const { from, to, reply } = period;
      return faultIn(rowsAt(reply.body, shape.rows[0] ?? "") ?? [], (row) => {
        const day = (textAt(row, shape.rowDate) ?? "").slice(0, 10);
        // Some institutions filter by another day than the booking day.
        const isFar =
          Date.parse(day) < Date.parse(from) - 2 * DAY_MS ||
          Date.parse(day) > Date.parse(to) + 2 * DAY_MS;
        return isFar ? `${shape.rowDate} is out of the period` : null;
      });
    },
  }),
  inRows(shape, {
    id: "paging-page",
    what: "can be read page by page",
    fix: "answer the link to the next page as it stands in the page before, with the same token",
    find: (_, { pages }) =>
      pages.length < 2
        ? undefined
        : (pages.find(({ failure }) => failure !== null)?.failure ?? null),
  }),
  inRows(shape, {
    id: "paging-link",
    what: "have a next page at the address of the data",
    fix: "begin the link with the address of the data API, or make it a path below it, of the same list",
    find: (_, { end }) => (end === "leads elsewhere" ? "the link leads to another address" : null),
  }),
  inRows(shape, {
    id: "paging-ends",
    what: "come to an end",
    fix: "leave the link to the next page out of the last one",
    find: (_, { end, pages }) => {
      if (end === "same page") return `page ${pages.length} leads to itself`;
      if (end === "repeats") return `page ${pages.length} leads back to an earlier one`;
      return end === "limit" ? `there are more than ${pages.length} pages` : null;
    },
  }),
  inRows(shape, {
    id: "paging-advances",
    what: "go on from page to page",
    fix: "begin each page behind the last row of the page before",
    find: (_, { pages }) => {
      const texts = pages.map(({ body }) => JSON.stringify(rowsIn(body, shape)));
      const at = texts.findIndex((text, at) => at > 0 && text !== "[]" && text === texts[at - 1]);
      return pages.length < 2 ? undefined : at < 0 ? null : `page ${at + 1} is page ${at} again`;
    },
  }),
];
