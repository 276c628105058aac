import { dayAt, firstDayOf, lastDayOf, toDate, toMonth } from "../../../domain/calendar.ts";
import type { BankTransaction } from "../../../domain/connectors/bank-transaction.ts";

/** The payments and interest of a debt, from its transactions, in cents. */
export type PaymentHistory = {
  lastPayment: { cents: number; date: string } | null;
  /** The payments since January, and their interest. */
  paidThisYear: number;
  interestThisYear: number;
  /** The day of the last statement: the last of the month before. */
  statementDay: number;
  statementBalance: number;
  interestInStatement: number;
  /** Whether a payment was booked after the last statement. */
  isPaidSince: boolean;
};

/** The category of interest on a debt. */
const INTEREST = "18001000";

/**
 * Returns an account's payment history from all its booked transactions of this and the previous
 * year.
 */
export const paymentHistory = (
  transactions: readonly BankTransaction[],
  balance: number,
  now: number,
): PaymentHistory => {
  const booked = transactions.filter(({ pending }) => !pending);
  const statementDay = lastDayOf(toMonth(dayAt(now)) - 1);
  const [statementDate, previousDate] = [
    toDate(statementDay),
    toDate(firstDayOf(toMonth(statementDay))),
  ];
  const year = toDate(dayAt(now)).slice(0, 4);
  const payments = booked
    .filter((one) => one.amount < 0 && one.transaction_code === "transfer")
    .toSorted((a, b) => b.date.localeCompare(a.date));
  const interest = booked.filter((one) => one.amount > 0 && one.category_id === INTEREST);
  const [last] = payments;
  const inYear = ({ date }: BankTransaction) => date.startsWith(year);
  return {
    lastPayment: last ? { cents: -cents(last.amount), date: last.date } : null,
    paidThisYear: -sum(payments.filter(inYear)),
    interestThisYear: sum(interest.filter(inYear)),
    statementDay,
    statementBalance: cents(balance) - sum(booked.filter(({ date }) => date > statementDate)),
    interestInStatement: sum(
      interest.filter(({ date }) => previousDate <= date && date <= statementDate),
    ),
    isPaidSince: last !== undefined && last.date > statementDate,
  };
};

const sum = (transactions: readonly BankTransaction[]): number =>
  transactions.reduce((all, { amount }) => all + cents(amount), 0);

const cents = (amount: number): number => Math.round(amount * 100);
