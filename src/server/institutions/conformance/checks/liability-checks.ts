import type { Check } from "../check.ts";
import { readFields, readText } from "../reply.ts";
import { wrongRows } from "./account-checks.ts";

type Row = Record<string, unknown>;

/** A check of each account of some categories, which only `liabilities` needs. */
const inDebts = (
  categories: readonly string[],
  check: Omit<Check, "area" | "find" | "level"> & { isWrong(account: Row): boolean },
): Check => ({
  ...check,
  area: "Data",
  level: "should",
  find: ({ accountDetails }) => {
    const rows = accountDetails
      .filter(({ single }) => single.failure === null)
      .map(({ single }) => readFields(single.body))
      .filter(({ accountCategory }) => categories.includes(String(accountCategory)));
    return rows.length === 0 ? undefined : wrongRows(rows, check.isWrong);
  },
});

const LOANS = ["LOAN_ACCOUNT"];
const CARDS = ["LOC_ACCOUNT"];

const hasNumbers = (row: Row, ...fields: string[]): boolean =>
  fields.every((field) => typeof row[field] === "number");

const hasDay = (row: Row, field: string): boolean =>
  /^\d{4}-\d\d-\d\d/.test(readText(row, field) ?? "");

/** The fields of rates, which are in percent. */
const RATES = ["interestRate", "purchasesApr", "advancesApr"];

/**
 * The minimum plausible rate. A lower rate is most likely a fraction: 0.049 instead of 4.9 percent.
 */
const LEAST_PERCENT = 0.3;

/** Checks that the terms of cards and loans can be read, and that loans amortise. */
export const liabilityChecks: readonly Check[] = [
  inDebts(LOANS, {
    id: "loan-principal",
    what: "says how much of each loan is left",
    fix: "make principalBalance a JSON number: what is owed without interest, of originalPrincipal",
    isWrong: (loan) => !hasNumbers(loan, "principalBalance", "originalPrincipal"),
  }),
  inDebts(LOANS, {
    id: "loan-terms",
    what: "says the rate of each loan, and its next payment",
    fix: "add interestRate, nextPaymentAmount and nextPaymentDate (YYYY-MM-DD)",
    isWrong: (loan) =>
      !hasNumbers(loan, "interestRate", "nextPaymentAmount") || !hasDay(loan, "nextPaymentDate"),
  }),
  inDebts(LOANS, {
    id: "loan-payment",
    what: "has loans whose payments are more than the interest of a month",
    fix: "make nextPaymentAmount the whole payment, interest and principal, and interestRate a rate of a year",
    isWrong: ({ accountType, interestRate, nextPaymentAmount, principalBalance }) => {
      // Students may pay nothing for a while.
      if (accountType === "STUDENTLOAN") return false;
      const [rate, payment, left] = [interestRate, nextPaymentAmount, principalBalance].map(Number);
      return (payment ?? 0) <= ((left ?? 0) * (rate ?? 0)) / 1200;
    },
  }),
  inDebts(CARDS, {
    id: "card-terms",
    what: "says the line, the last statement and the next payment of each card",
    fix: "add creditLine, lastStmtBalance, lastStmtDate, minimumPaymentAmount and nextPaymentDate",
    isWrong: (card) =>
      !hasNumbers(card, "creditLine", "lastStmtBalance", "minimumPaymentAmount") ||
      !hasDay(card, "lastStmtDate") ||
      !hasDay(card, "nextPaymentDate"),
  }),
  inDebts([...LOANS, ...CARDS], {
    id: "debt-rate",
    what: "has rates in percent",
    fix: "write 4.9 for 4.9 percent in interestRate, purchasesApr and advancesApr, and no 0.049",
    isWrong: (debt) =>
      RATES.some((field) => {
        const rate = debt[field];
        return typeof rate === "number" && rate > 0 && rate < LEAST_PERCENT;
      }),
  }),
];
