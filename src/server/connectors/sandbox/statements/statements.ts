import { ownId } from "../../../domain/bank-values.ts";
import { dayAt, firstDayOf, lastDayOf, toDate, toDay, toMonth } from "../../../domain/calendar.ts";
import type { BankStatement } from "../../../domain/connectors/bank-statement.ts";
import type { BankTransaction, Period } from "../../../domain/connectors/bank-transaction.ts";
import type { PrintableStatement } from "../../../domain/connectors/printable-statement.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import type { Holdings } from "../holdings.ts";
import { isWithin } from "../holdings.ts";
import { seededRandom } from "../random.ts";

/**
 * The types of accounts with statements. An investment account's value is more than its
 * transactions.
 */
const HAVE_STATEMENTS: readonly string[] = ["depository", "credit", "loan"];

/**
 * The statements that end in a period: one per finished month since an account's first transaction.
 */
export const listStatements = (
  holdings: Holdings,
  { from, to }: Period,
  now: number,
): BankStatement[] => {
  const lastMonth = toMonth(dayAt(now)) - 1;
  const upTo = toDate(lastDayOf(lastMonth));
  const firsts = new Map<string, number>();
  for (const { accountKey, date, pending } of holdings.transactions({
    from: toDate(firstDayOf(toMonth(toDay(from)))),
    to: upTo,
  }))
    if (!pending)
      firsts.set(accountKey, Math.min(firsts.get(accountKey) ?? lastMonth, toMonth(toDay(date))));
  return holdings
    .accounts()
    .filter(({ type }) => HAVE_STATEMENTS.includes(type))
    .flatMap(({ key: accountKey }) => {
      const first = firsts.get(accountKey) ?? lastMonth + 1;
      return Array.from({ length: lastMonth - first + 1 }, (_, at) => {
        const date = toDate(lastDayOf(first + at));
        return { key: ownId(date.slice(0, 7)), accountKey, date };
      });
    })
    .filter(({ date }) => isWithin({ from, to }, date));
};

/** A month's statement in print form; null for an unfinished month, and for other accounts. */
export const printableStatement = (
  bank: SandboxInstitution,
  holdings: Holdings,
  { accountKey, key }: { accountKey: string; key: string },
  now: number,
): PrintableStatement | null => {
  const account = holdings.accounts().find((one) => one.key === accountKey);
  const month = toMonth(toDay(`${key}-01`));
  const period = { from: toDate(firstDayOf(month)), to: toDate(lastDayOf(month)) };
  if (!account || period.to >= toDate(dayAt(now))) return null;
  const booked = holdings
    .transactions({ from: period.from, to: toDate(dayAt(now)) })
    .filter((one) => one.accountKey === accountKey && !one.pending)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const { institutionId, name, color } = bank.institution;
  const { iso_currency_code, unofficial_currency_code } = account.balances;
  const isDebt = account.type === "credit" || account.type === "loan";
  // Outflows reduce an account's balance, and increase a debt.
  const back = sumAmounts(booked) * (isDebt ? -1 : 1);
  return {
    bank: { name, color },
    account,
    owners: holdings.owners().find((one) => one.key === accountKey)?.owners ?? [],
    currency: { iso_currency_code, unofficial_currency_code },
    period,
    opening: cents(account.balances.current ?? 0) + back,
    transactions: booked
      .filter(({ date }) => date <= period.to)
      .map((one) => ({
        date: one.date,
        text: one.original_description ?? one.name,
        cents: cents(one.amount),
      })),
    number: `${key.replace("-", "")}-${seededRandom(institutionId, accountKey, "statement").digits(6)}`,
    note: "Test data of a sandbox. This bank does not exist.",
  };
};

const sumAmounts = (transactions: readonly BankTransaction[]): number =>
  transactions.reduce((sum, { amount }) => sum + cents(amount), 0);

const cents = (amount: number): number => Math.round(amount * 100);
