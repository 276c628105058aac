import type { AddressData } from "../../../../protocol/account.ts";
import { ownLine, ownLines } from "../../../domain/bank-values.ts";
import { dayAt, firstDayOf, toDate, toDay, toMonth } from "../../../domain/calendar.ts";
import type { BankLiability } from "../../../domain/connectors/bank-liability.ts";
import type { CustomLiability } from "../custom/custom-liability.ts";
import type { Random } from "../random.ts";
import { bookingDay } from "../transactions/paydays.ts";
import type { PaymentHistory } from "./payments.ts";

type MortgageTerms = Extract<BankLiability, { kind: "mortgage" }>["terms"];
type StudentTerms = Extract<BankLiability, { kind: "student" }>["terms"];

/** The facts behind a loan's terms. Amounts are in cents; months count from the year 0. */
export type LoanFacts = {
  principal: number;
  yearlyPercent: number;
  years: number;
  origin: number;
  /** The balance at the moment, and the payment of the next month. */
  balance: number;
  nextPayment: number;
};

/**
 * The wording and draws of a loan: its holder's and servicer's addresses, and its bank's country.
 */
export type LoanSetting = {
  random: Random;
  home: AddressData;
  servicer: AddressData;
  isAmerican: boolean;
  now: number;
};

/** The day of the month on which loans are paid. */
const PAYMENT_DAY = 6;

/** The part of a home's price above which a mortgage needs insurance. */
const INSURED_FROM = 0.8;

/** The terms of a fixed-rate mortgage. Its escrow was paid in at the start. */
export const mortgageTerms = (
  loan: LoanFacts,
  history: PaymentHistory,
  setting: LoanSetting,
): MortgageTerms => {
  const { random, home } = setting;
  const { principal, balance, years, nextPayment } = loan;
  const accountNumber = random.digits(10);
  const price = principal / (random.whole(70, 95) / 100);
  return {
    account_number: ownLine(accountNumber),
    current_late_fee: 0,
    escrow_balance: Math.round(nextPayment * (random.whole(200, 400) / 100)) / 100,
    has_pmi: balance > price * INSURED_FROM,
    has_prepayment_penalty: false,
    interest_rate: { percentage: loan.yearlyPercent, type: ownLine("fixed") },
    ...payments(loan, history, setting),
    loan_type_description: ownLine("conventional"),
    loan_term: ownLine(`${years} year`),
    maturity_date: toDate(firstDayOf(loan.origin + years * 12)),
    next_monthly_payment: nextPayment / 100,
    origination_date: toDate(firstDayOf(loan.origin)),
    origination_principal_amount: principal / 100,
    past_due_amount: 0,
    property_address: ownLines(home),
    ...paidThisYear(history),
  };
};

/** The terms of a student loan with equal payments; a custom user may choose others. */
export const studentTerms = (
  loan: LoanFacts,
  history: PaymentHistory,
  setting: LoanSetting,
  custom: CustomLiability = {},
): StudentTerms => {
  const { random, servicer } = setting;
  const accountNumber = ownLine(random.digits(10));
  const payoff = toDate(firstDayOf(loan.origin + loan.years * 12));
  const isPaid = loan.balance <= 0;
  const status = isPaid ? "paid in full" : "repayment";
  return {
    account_number: accountNumber,
    disbursement_dates: [toDate(firstDayOf(loan.origin))],
    expected_payoff_date: payoff,
    guarantor: ownLine("DEPT OF ED"),
    interest_rate_percentage: loan.yearlyPercent,
    is_overdue: custom.is_overdue ?? false,
    ...payments(loan, history, setting),
    last_statement_issue_date: toDate(history.statementDay),
    last_statement_balance: history.statementBalance / 100,
    minimum_payment_amount: custom.minimum_payment_amount ?? loan.nextPayment / 100,
    loan_name: ownLine(custom.loan_name ?? "Consolidation"),
    loan_status: {
      end_date: isPaid ? null : payoff,
      type: custom.loan_status?.type ?? (custom.is_overdue ? "delinquent" : status),
    },
    origination_date: toDate(firstDayOf(loan.origin)),
    origination_principal_amount: loan.principal / 100,
    outstanding_interest_amount: 0,
    payment_reference_number: accountNumber,
    pslf_status: {
      estimated_eligibility_date: null,
      payments_made: null,
      payments_remaining: null,
    },
    repayment_plan: {
      description: ownLine(custom.repayment_plan_description ?? "Extended standard repayment"),
      type: custom.repayment_plan_type ?? "extended standard",
    },
    sequence_number: ownLine("1"),
    servicer_address: ownLines(servicer),
    ...paidThisYear(history),
  };
};

function payments(
  { balance }: LoanFacts,
  { lastPayment, isPaidSince }: PaymentHistory,
  { isAmerican, now }: LoanSetting,
) {
  const month = toMonth(dayAt(now));
  const due = bookingDay(isPaidSince ? month + 1 : month, PAYMENT_DAY, isAmerican);
  return {
    last_payment_amount: lastPayment && lastPayment.cents / 100,
    last_payment_date: lastPayment && toDate(toDay(lastPayment.date)),
    next_payment_due_date: balance > 0 ? toDate(due) : null,
  };
}

/** Interest is paid first; the rest of the payments is principal. */
const paidThisYear = ({ paidThisYear, interestThisYear }: PaymentHistory) => ({
  ytd_interest_paid: interestThisYear / 100,
  ytd_principal_paid: (paidThisYear - interestThisYear) / 100,
});
