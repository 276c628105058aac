import { DAY_MS, toDate, toDay } from "../../../domain/calendar.ts";
import type { Check, Observations } from "../check.ts";
import { pdfAmounts } from "../pdf-amounts.ts";
import { readFields, readRows, readText } from "../reply.ts";

type Row = Record<string, unknown>;

/** The number of days of transactions to read. */
const DAYS = 90;

/** Checks that an account's newest statement ends with the balance implied by its transactions. */
export const statementBalanceCheck: Check = {
  id: "statement-balance",
  area: "Transactions",
  // Programs cannot read the text of some documents, and no product needs it.
  level: "should",
  what: "leave the balance with which the newest statement ends",
  fix: "print the balance of the statement's last day in its PDF, as the posted transactions until then make it",
  find: (observations) => {
    const statement = newestStatement(observations);
    const balances = statement && closingBalances(observations, statement);
    if (!statement || !balances) return undefined;
    const amounts = pdfAmounts(statement.document);
    if (amounts.size === 0) return undefined;
    const isPrinted = balances.some((cents) => amounts.has(String(Math.abs(cents))));
    return isPrinted ? null : "its PDF has another balance than the transactions make";
  },
};

type NewestStatement = { account: Row; day: string; document: Uint8Array };

/** The newest statement of the account with transactions, if they reach back to it. */
function newestStatement({ accountDetails, transactions }: Observations): NewestStatement | null {
  const detail = accountDetails.find(({ id }) => id === transactions?.accountId);
  const document = detail?.document?.document;
  if (!detail || !document || !transactions || transactions.hasMore) return null;
  const { pages } = transactions;
  const [first] = pages;
  if (!first || pages.some(({ failure }) => failure !== null)) return null;
  const [row] = readRows(detail.statements.body, "statements") ?? [];
  const day = readText(row, "statementDate")?.slice(0, 10) ?? "";
  const isRead = /^\d{4}-\d\d-\d\d$/.test(day) && first.at - Date.parse(day) < (DAYS - 2) * DAY_MS;
  return isRead ? { account: readFields(detail.single.body), day, document } : null;
}

/**
 * The balances in cents at the end of the statement's day, the day before, and the day after:
 * institutions date a statement by its last day or the next, in their own time zone. Null if they
 * cannot be computed.
 */
function closingBalances(
  { transactions }: Observations,
  { account, day }: NewestStatement,
): number[] | null {
  const { currentBalance, accountCategory } = account;
  if (typeof currentBalance !== "number" || accountCategory === "INVESTMENT_ACCOUNT") return null;
  const rows =
    transactions?.pages.flatMap(({ body }) => readRows(body, "transactions") ?? []) ?? [];
  const booked = rows.flatMap((row) => {
    const { amount, debitCreditMemo, status } = row;
    const posted = readText(row, "postedTimestamp")?.slice(0, 10);
    if (posted === undefined || status === "PENDING" || typeof amount !== "number") return [];
    return [
      { posted, cents: Math.round(debitCreditMemo === "DEBIT" ? -amount * 100 : amount * 100) },
    ];
  });
  // Outflows increase a debt.
  const sign = accountCategory === "DEPOSIT_ACCOUNT" ? 1 : -1;
  const current = Math.round(currentBalance * 100);
  return [-1, 0, 1].map((shift) => {
    const last = toDate(toDay(day) + shift);
    const since = booked.filter(({ posted }) => posted > last);
    return current - sign * since.reduce((sum, { cents }) => sum + cents, 0);
  });
}
