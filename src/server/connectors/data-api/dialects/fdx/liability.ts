import { z } from "zod";
import type { LiabilityTerms } from "../../../../../protocol/liabilities.ts";
import { type Day, type Line, type Lines, ownLine } from "../../../../domain/bank-values.ts";
import { flattenBy, Money, roundTo, ShownText, Timestamp } from "../../values.ts";
import { CATEGORIES } from "./account.ts";
import { accountKind } from "./account-kind.ts";

const Amount = Money.nullish().catch(null);
const Percent = z.number().min(0).max(1000).nullish().catch(null);
const DayOf = Timestamp.nullish().catch(null);

/** The fields of loans and lines of credit of FDX 4.6 to 6.4. A wrong value counts as missing. */
const Fields = z.object({
  accountCategory: z.string().nullish().catch(null),
  accountType: z.string().nullish().catch(null),
  interestRate: Percent,
  interestRateType: z.string().nullish().catch(null),
  escrowBalance: Amount,
  originalPrincipal: Amount,
  originatingDate: DayOf,
  loanTerm: z.number().int().min(1).max(1200).nullish().catch(null),
  maturityDate: DayOf,
  interestPaidYearToDate: Amount,
  nextPaymentAmount: Amount,
  nextPaymentDate: DayOf,
  lastPaymentAmount: Amount,
  lastPaymentDate: DayOf,
  minimumPaymentAmount: Amount,
  pastDueAmount: Amount,
  lastStmtBalance: Amount,
  lastStmtDate: DayOf,
  purchasesApr: Percent,
  advancesApr: Percent,
  productName: ShownText.optional(),
});
type Fields = z.infer<typeof Fields>;

/**
 * The terms of an FDX loan or card; null for other accounts, and for a student loan without a rate.
 */
export const FdxLiability = z
  .preprocess(flattenBy(CATEGORIES), Fields)
  .transform((account): Lines<LiabilityTerms> | null => {
    const { type, subtype } = accountKind(account);
    if (type === "credit") return { kind: "credit", terms: creditTerms(account) };
    if (subtype === "mortgage") return { kind: "mortgage", terms: mortgageTerms(account) };
    const { interestRate } = account;
    // The API has no student loan without a rate.
    if (subtype !== "student" || interestRate == null) return null;
    return { kind: "student", terms: studentTerms(account, interestRate) };
  });

type Terms<Kind extends LiabilityTerms["kind"]> = Lines<
  Extract<LiabilityTerms, { kind: Kind }>["terms"]
>;

const amount = (value: number | null | undefined): number | null =>
  value == null ? null : roundTo(value, null);

const day = (time: { day: Day } | null | undefined): Line | null => time?.day ?? null;

/** Whether a payment is overdue; null if the institution does not say. */
const isOverdue = ({ pastDueAmount }: Fields): boolean | null =>
  pastDueAmount == null ? null : pastDueAmount > 0;

const payments = (account: Fields) => ({
  last_payment_amount: amount(account.lastPaymentAmount),
  last_payment_date: day(account.lastPaymentDate),
  next_payment_due_date: day(account.nextPaymentDate),
});

const statement = (account: Fields) => ({
  last_statement_issue_date: day(account.lastStmtDate),
  last_statement_balance: amount(account.lastStmtBalance),
  minimum_payment_amount: amount(account.minimumPaymentAmount ?? account.nextPaymentAmount),
});

const apr = (
  apr_type: Terms<"credit">["aprs"][number]["apr_type"],
  percent: Fields["purchasesApr"],
) =>
  percent == null
    ? []
    : [
        {
          apr_percentage: percent,
          apr_type,
          balance_subject_to_apr: null,
          interest_charge_amount: null,
        },
      ];

const creditTerms = (account: Fields): Terms<"credit"> => ({
  aprs: [...apr("purchase_apr", account.purchasesApr), ...apr("cash_apr", account.advancesApr)],
  is_overdue: isOverdue(account),
  ...payments(account),
  ...statement(account),
});

const NO_ADDRESS = { street: null, city: null, region: null, postal_code: null, country: null };

/** FDX counts the term in months. */
const termOf = ({ loanTerm }: Fields): Line | null => {
  if (loanTerm == null) return null;
  return ownLine(loanTerm % 12 === 0 ? `${loanTerm / 12} year` : `${loanTerm} month`);
};

const mortgageTerms = (account: Fields): Terms<"mortgage"> => ({
  account_number: null,
  current_late_fee: null,
  escrow_balance: amount(account.escrowBalance),
  has_pmi: null,
  has_prepayment_penalty: null,
  interest_rate: {
    percentage: account.interestRate ?? null,
    type: RATE_TYPES[account.interestRateType ?? ""] ?? null,
  },
  ...payments(account),
  loan_type_description: account.productName ?? null,
  loan_term: termOf(account),
  maturity_date: day(account.maturityDate),
  next_monthly_payment: amount(account.nextPaymentAmount),
  origination_date: day(account.originatingDate),
  origination_principal_amount: amount(account.originalPrincipal),
  past_due_amount: amount(account.pastDueAmount),
  property_address: NO_ADDRESS,
  ytd_interest_paid: amount(account.interestPaidYearToDate),
  ytd_principal_paid: null,
});

const RATE_TYPES: Readonly<Record<string, Line>> = {
  FIXED: ownLine("fixed"),
  VARIABLE: ownLine("variable"),
};

const studentTerms = (account: Fields, rate: number): Terms<"student"> => ({
  account_number: null,
  disbursement_dates: null,
  expected_payoff_date: day(account.maturityDate),
  guarantor: null,
  interest_rate_percentage: rate,
  is_overdue: isOverdue(account),
  ...payments(account),
  ...statement(account),
  loan_name: account.productName ?? null,
  loan_status: { end_date: null, type: "other" },
  origination_date: day(account.originatingDate),
  origination_principal_amount: amount(account.originalPrincipal),
  outstanding_interest_amount: null,
  payment_reference_number: null,
  pslf_status: {
    estimated_eligibility_date: null,
    payments_made: null,
    payments_remaining: null,
  },
  repayment_plan: { description: null, type: "other" },
  sequence_number: null,
  servicer_address: NO_ADDRESS,
  ytd_interest_paid: amount(account.interestPaidYearToDate),
  ytd_principal_paid: null,
});
