import { dayAt, toDate, toDay, toMonth } from "../../../domain/calendar.ts";
import type { BankLiability } from "../../../domain/connectors/bank-liability.ts";
import type { CustomLiability } from "../custom/custom-liability.ts";
import type { Random } from "../random.ts";
import { bookingDay } from "../transactions/paydays.ts";
import type { PaymentHistory } from "./payments.ts";

type CreditTerms = Extract<BankLiability, { kind: "credit" }>["terms"];

/** The day of the month on which a card is paid. */
const PAYMENT_DAY = 22;

/** The minimum payment, in cents, and its part of the debt. */
const LEAST = 2500;
const LEAST_PART = 0.01;

/** The standing debt of a card, which bears interest, and a month's interest, in cents. */
export type StandingDebt = { standingDebt: number; interest: number };

/**
 * The terms of a card with each kind of balance's rate. Values missing from a custom user are
 * drawn.
 */
export const cardTerms = (
  history: PaymentHistory,
  { standingDebt, interest }: StandingDebt,
  { random, isAmerican, now }: { random: Random; isAmerican: boolean; now: number },
  custom: CustomLiability = {},
): CreditTerms => {
  const month = toMonth(dayAt(now));
  const due = bookingDay(history.isPaidSince ? month + 1 : month, PAYMENT_DAY, isAmerican);
  const owed = Math.max(0, history.statementBalance);
  const drawn = (from: number, to: number) => random.whole(from * 100, to * 100) / 100;
  const purchase =
    custom.purchase_apr ??
    (standingDebt > 0 ? Math.round((interest * 1200 * 100) / standingDebt) / 100 : drawn(17, 27));
  const cash = custom.cash_apr ?? drawn(27, 29.99);
  const transfer = custom.balance_transfer_apr ?? drawn(12, 17);
  const least = Math.min(
    owed,
    Math.max(LEAST, Math.ceil(owed * LEAST_PART) + history.interestInStatement),
  );
  const last = history.lastPayment;
  return {
    aprs: [
      apr("purchase_apr", purchase, standingDebt, history.interestInStatement),
      apr("cash_apr", cash, 0, 0),
      apr("balance_transfer_apr", transfer, 0, 0),
      ...(custom.special_apr === undefined ? [] : [apr("special", custom.special_apr, 0, 0)]),
    ],
    is_overdue: custom.is_overdue ?? false,
    last_payment_amount: custom.last_payment_amount ?? (last && last.cents / 100),
    last_payment_date: last && toDate(toDay(last.date)),
    next_payment_due_date: owed > 0 ? toDate(due) : null,
    last_statement_issue_date: toDate(history.statementDay),
    last_statement_balance: history.statementBalance / 100,
    minimum_payment_amount: custom.minimum_payment_amount ?? least / 100,
  };
};

const apr = (
  apr_type: CreditTerms["aprs"][number]["apr_type"],
  apr_percentage: number,
  balance: number,
  interest: number,
) => ({
  apr_percentage,
  apr_type,
  balance_subject_to_apr: balance / 100,
  interest_charge_amount: interest / 100,
});
