import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import { toDate, toDay } from "../../../../domain/calendar.ts";
import type { Check } from "../../check.ts";
import type { ConsentObservations } from "../../consents/observations.ts";
import { pdfAmounts } from "../../pdf-amounts.ts";
import { readText } from "../../reply.ts";
import { type Row, rowsAt } from "./findings.ts";

type Details = ConsentObservations["details"][number];

/** Checks that an account's newest statement ends with the balance implied by its transactions. */
export const ukStatementSums: Check = {
  id: "statement-balance",
  area: "Transactions",
  // Only `statements` needs them, and programs cannot read the text of some files.
  level: "should",
  what: "leave the balance with which the newest statement ends",
  fix: "make ClosingBalance in StatementAmount, and the one in the file, what the booked transactions until its EndDateTime leave",
  find: ({ consent }) => {
    const details = consent?.details.find(({ id }) => id === consent.rows?.accountId);
    if (!consent || !details) return undefined;
    const [statement] = rowsAt(details.statements?.body, "Data.Statement") ?? [];
    const day = readText(statement, "EndDateTime")?.slice(0, 10) ?? "";
    const balances = statement && closingBalances(consent, details, day);
    if (!balances) return undefined;
    const told = closingAmount(statement);
    if (told !== null && !balances.includes(told))
      return "ClosingBalance is another one than the transactions make";
    const { document } = details.statementFile ?? {};
    const amounts = document ? pdfAmounts(document) : new Set<string>();
    const isPrinted = balances.some((cents) => amounts.has(String(Math.abs(cents))));
    if (amounts.size > 0 && !isPrinted)
      return "the file has another balance than the transactions make";
    return told === null && amounts.size === 0 ? undefined : null;
  },
};

/** The cents of an amount with its direction; owed money is negative. */
const centsOf = (row: Row): number | null => {
  const amount = Number(valueAt(row, "Amount.Amount") ?? Number.NaN);
  const { CreditDebitIndicator: direction } = row;
  if (!Number.isFinite(amount) || (direction !== "Credit" && direction !== "Debit")) return null;
  return Math.round(amount * (direction === "Debit" ? -100 : 100));
};

const closingAmount = (statement: Row): number | null => {
  const rows = rowsAt(statement, "StatementAmount") ?? [];
  const closing = rows.find(({ Type }) => /(^|\.)ClosingBalance$/.test(String(Type)));
  return closing ? centsOf(closing) : null;
};

/** The current booked balance. */
const BOOKED = /^(InterimBooked|ITBD)$/;

/**
 * The balances in cents at the end of a day and of the adjacent days, since a bank has its own time
 * zone; null if they cannot be computed.
 */
function closingBalances(
  { rows }: ConsentObservations,
  { balances }: Details,
  day: string,
): number[] | null {
  const isRead =
    /^\d{4}-\d\d-\d\d$/.test(day) &&
    rows?.end === "last page" &&
    rows.pages.every(({ failure }) => failure === null) &&
    rows.from < day;
  const booked = rowsAt(balances.body, "Data.Balance")?.find(({ Type }) =>
    BOOKED.test(String(Type)),
  );
  const current = booked ? centsOf(booked) : null;
  if (!isRead || current === null) return null;
  const moved = rows.pages
    .flatMap(({ body }) => rowsAt(body, "Data.Transaction") ?? [])
    .filter(({ Status }) => Status === "Booked" || Status === "BOOK")
    .map((row) => ({ day: readText(row, "BookingDateTime")?.slice(0, 10), cents: centsOf(row) }));
  if (moved.some((row) => row.cents === null || row.day === undefined)) return null;
  return [-1, 0, 1].map((shift) => {
    const last = toDate(toDay(day) + shift);
    return moved.reduce(
      (sum, row) => ((row.day ?? "") > last ? sum - (row.cents ?? 0) : sum),
      current,
    );
  });
}
