import type { AccountObservations, Check, CheckOf } from "../check.ts";
import { readFields, readRows, readText } from "../reply.ts";
import { wrongRows } from "./account-checks.ts";

type Row = Record<string, unknown>;

/** A check of each readable investment account. */
const inInvestments = (
  check: CheckOf<[account: Row, holdings: Row[], observations: AccountObservations]>,
): Check => ({
  ...check,
  area: "Data",
  find: ({ accountDetails }) => {
    const findings = accountDetails.flatMap((detail) => {
      const account = readFields(detail.single.body);
      if (detail.single.failure !== null || account.accountCategory !== "INVESTMENT_ACCOUNT")
        return [];
      return [check.find(account, readRows(detail.single.body, "holdings") ?? [], detail)];
    });
    const judged = findings.filter((finding) => finding !== undefined);
    if (judged.length === 0) return undefined;
    return judged.find((finding) => finding !== null) ?? null;
  },
});

/** A check of each position. */
const inHoldings = (
  check: Omit<Check, "area" | "find"> & { isWrong(holding: Row): boolean },
): Check =>
  inInvestments({
    ...check,
    find: (_, holdings) => (holdings.length === 0 ? undefined : wrongRows(holdings, check.isWrong)),
  });

/** A check of each position with lots, which no product needs. */
const inLots = (
  check: Omit<Check, "area" | "find" | "level"> & {
    isWrong(position: { holding: Row; lots: Row[] }): boolean;
  },
): Check =>
  inInvestments({
    ...check,
    level: "should",
    find: (_, holdings) => {
      const positions = holdings.flatMap((holding) => {
        const lots = readRows(holding, "taxLots") ?? [];
        return lots.length > 0 && !isPricedOtherwise(holding) ? [{ holding, lots }] : [];
      });
      if (positions.length === 0) return undefined;
      const wrong = new Set(positions.filter(check.isWrong).map(({ holding }) => holding));
      return wrongRows(holdings, (holding) => wrong.has(holding));
    },
  });

/** Whether the lots' numbers add up to their position's number, within a tolerance. */
function isSum(lots: readonly Row[], name: string, whole: number | null, tolerance: number) {
  const sum = lots.reduce((all, lot) => all + (readNumber(lot, name) ?? Number.NaN), 0);
  return whole === null || Math.abs(sum - whole) <= tolerance * Math.max(1, Math.abs(whole));
}

const isCash = ({ holdingSubType, cashAccount }: Row): boolean =>
  holdingSubType === "CASH" || cashAccount === true;

/** Prices of these types are in percent, or per part of a unit. */
const isPricedOtherwise = ({ holdingType }: Row): boolean =>
  /^(BOND|CD|OPTION)$/.test(String(holdingType));

const readNumber = (row: Row, name: string): number | null => {
  const value = row[name];
  return typeof value === "number" ? value : null;
};

/** The forms of securities' numbers by type. */
const NUMBERS: readonly [type: string, form: RegExp][] = [
  ["ISIN", /^[A-Z]{2}[A-Z\d]{9}\d$/],
  ["CUSIP", /^[A-Z\d*@#]{8}\d$/],
  ["SEDOL", /^[A-Z\d]{6}\d$/],
];

/** The transaction types that move units. */
const TRADES = /^(PURCHASED|SOLD|PURCHASEDTOCOVER|PURCHASETO(OPEN|CLOSE)|SOLDTO(OPEN|CLOSE))$/;

/** Whether a value is near the product of its parts, which may be rounded or slightly older. */
const isNear = (value: number, other: number): boolean =>
  Math.abs(value - other) <= Math.max(0.01, Math.abs(other) * 0.01);

/** Checks that the positions of investment accounts and their trades add up. */
export const investmentChecks: readonly Check[] = [
  inInvestments({
    id: "holdings-list",
    what: "lists what each investment account holds",
    fix: "add holdings to /accounts/{accountId}: a list, empty for an account that holds nothing",
    find: ({ holdings }) => (Array.isArray(holdings) ? null : "holdings is no list"),
  }),
  inHoldings({
    id: "holding-security",
    what: "says which security each position is of",
    fix: "add securityId with its securityIdType, or symbol; or holdingSubType CASH for cash",
    isWrong: (holding) =>
      !isCash(holding) &&
      readText(holding, "symbol") === undefined &&
      (readText(holding, "securityId") === undefined ||
        readText(holding, "securityIdType") === undefined),
  }),
  inHoldings({
    id: "holding-number",
    what: "has numbers of securities that can be right",
    fix: "make securityId an ISIN, a CUSIP or a SEDOL of the right length, as securityIdType says",
    isWrong: (holding) => {
      const form = NUMBERS.find(([type]) => type === holding.securityIdType)?.[1];
      return form !== undefined && !form.test(String(holding.securityId));
    },
  }),
  inHoldings({
    id: "holding-worth",
    what: "says what each position is worth, as a number",
    fix: "make marketValue a JSON number",
    isWrong: (holding) => readNumber(holding, "marketValue") === null,
  }),
  inHoldings({
    id: "holding-value",
    what: "has positions that are worth their units at their price",
    fix: "make marketValue units × currentUnitPrice, of the same moment",
    isWrong: (holding) => {
      const [units, price, value] = ["units", "currentUnitPrice", "marketValue"].map((name) =>
        readNumber(holding, name),
      );
      if (isCash(holding) || isPricedOtherwise(holding) || value == null) return false;
      return units == null || price == null || !isNear(value, units * price);
    },
  }),
  inLots({
    id: "holding-lots",
    what: "has lots that add up to their position",
    fix: "make the quantity of all taxLots units, and their currentValue marketValue; or leave taxLots out",
    isWrong: ({ holding, lots }) => {
      const isValued = lots.some(({ currentValue }) => currentValue != null);
      return (
        !isSum(lots, "quantity", readNumber(holding, "units"), 1e-6) ||
        (isValued && !isSum(lots, "currentValue", readNumber(holding, "marketValue"), 0.01))
      );
    },
  }),
  inLots({
    id: "holding-lot-purchase",
    what: "says when each lot was bought, and for how much in all",
    fix: "add originalPurchaseDate, and costBasis: quantity × purchasedPrice, and fees",
    isWrong: ({ lots }) =>
      lots.some((lot) => {
        const [quantity, price, cost] = ["quantity", "purchasedPrice", "costBasis"].map((name) =>
          readNumber(lot, name),
        );
        if (cost == null || !/^\d{4}-\d\d-\d\d/.test(readText(lot, "originalPurchaseDate") ?? ""))
          return true;
        return quantity != null && price != null && !isNear(cost, quantity * price);
      }),
  }),
  inInvestments({
    id: "investment-value",
    what: "has investment accounts that are worth their positions",
    fix: "make currentValue the sum of all marketValue, and of availableCashBalance if no position is cash",
    find: (account, holdings) => {
      const total = readNumber(account, "currentValue");
      if (total === null) return "currentValue is no number";
      const cash = holdings.some(isCash) ? 0 : (readNumber(account, "availableCashBalance") ?? 0);
      const sum = holdings.reduce((all, row) => all + (readNumber(row, "marketValue") ?? 0), cash);
      return isNear(total, sum) ? null : "the positions add up to another sum";
    },
  }),
  inInvestments({
    id: "trade-units",
    what: "has trades with their units, their price and their security",
    fix: "add units, unitPrice and securityId or symbol to each PURCHASED and SOLD",
    find: (_, __, { trades }) => {
      if (trades === null || trades.failure !== null) return undefined;
      const rows = readRows(trades.body, "transactions") ?? [];
      const own = rows.filter(({ transactionType }) => TRADES.test(String(transactionType)));
      if (own.length === 0) return undefined;
      return wrongRows(
        own,
        (row) =>
          readNumber(row, "units") === null ||
          readNumber(row, "unitPrice") === null ||
          (readText(row, "symbol") ?? readText(row, "securityId")) === undefined,
      );
    },
  }),
];

/** Checks that the documents of statements are PDFs. */
export const statementChecks: readonly Check[] = [
  {
    id: "statement-document",
    area: "Data",
    // No product needs them.
    level: "should",
    what: "sends statements as PDFs",
    fix: "answer /accounts/{accountId}/statements/{statementId} with a PDF and content-type application/pdf",
    find: ({ accountDetails }) => {
      const documents = accountDetails.flatMap(({ document }) => document ?? []);
      if (documents.length === 0) return undefined;
      const wrong = documents.find(({ status, start }) => status !== 200 || start !== "%PDF-");
      if (wrong) return wrong.status === 200 ? "does not begin as a PDF" : wrong.failure;
      const isTyped = documents.every(({ headers }) =>
        /^application\/pdf\b/.test(headers.get("content-type") ?? ""),
      );
      return isTyped ? null : "has another content type than application/pdf";
    },
  },
  {
    id: "statement-id-unique",
    area: "Data",
    level: "should",
    what: "names no two statements of an account by one id",
    fix: "give each statement a statementId of its own",
    find: ({ accountDetails }) => {
      const lists = accountDetails.flatMap(({ statements }) =>
        statements.failure === null ? [readRows(statements.body, "statements") ?? []] : [],
      );
      if (lists.every((rows) => rows.length === 0)) return undefined;
      const isUnique = lists.every((rows) => {
        const ids = rows.flatMap((row) => readText(row, "statementId") ?? []);
        return new Set(ids).size === ids.length;
      });
      return isUnique ? null : "one id is there twice";
    },
  },
];
