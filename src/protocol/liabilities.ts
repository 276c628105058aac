import { z } from "zod";
import { AddressData } from "./account.ts";
import { CalendarDate } from "./transaction.ts";

const money = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });

const text = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

const flag = (description: string) =>
  z
    .boolean()
    .nullable()
    .meta({ description, examples: [false] });

const day = (description: string, example: string) =>
  CalendarDate.nullable().meta({ description, examples: [example] });

const AccountId = z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] });

/** The balances that an annual percentage rate may be for. */
const APR_TYPES = ["balance_transfer_apr", "cash_apr", "purchase_apr", "special"] as const;

/** An annual percentage rate of a card, for one kind of balance. */
const Apr = z
  .strictObject({
    apr_percentage: z.number().meta({ examples: [18.96] }),
    apr_type: z.enum(APR_TYPES).meta({ examples: ["purchase_apr"] }),
    balance_subject_to_apr: money("The balance that bears this rate.", 412.3),
    interest_charge_amount: money("The interest in the last statement.", 6.51),
  })
  .meta({ id: "Apr" });

const LAST_AND_NEXT = {
  last_payment_amount: money("The last payment.", 168.25),
  last_payment_date: day("The day of the last payment.", "2026-01-06"),
  next_payment_due_date: day("Null if no payment is expected.", "2026-02-06"),
};

const STATEMENT = {
  last_statement_issue_date: day("The day of the last statement.", "2025-12-31"),
  last_statement_balance: money("The debt in the last statement.", 1708.77),
  minimum_payment_amount: money("The least to pay next.", 25),
};

/** The terms of a card. */
const CreditTerms = z.strictObject({
  aprs: z.array(Apr),
  is_overdue: flag("Whether a payment is overdue."),
  ...LAST_AND_NEXT,
  ...STATEMENT,
});

/** The terms of a mortgage. */
const MortgageTerms = z.strictObject({
  account_number: text("The number of the loan.", "3120194154"),
  current_late_fee: money("The fee for late payment that is outstanding.", 0),
  escrow_balance: money("The money that is held for taxes and insurance.", 3141.54),
  has_pmi: flag("Whether private mortgage insurance is in effect."),
  has_prepayment_penalty: flag("Whether an early payoff costs a fee."),
  interest_rate: z.strictObject({
    percentage: z
      .number()
      .nullable()
      .meta({ examples: [4.4] }),
    type: text("fixed or variable.", "fixed"),
  }),
  ...LAST_AND_NEXT,
  loan_type_description: text("The type of the loan in the servicer's words.", "conventional"),
  loan_term: text("The whole term, from the origination on.", "30 year"),
  maturity_date: day("The day on which the loan is paid off as planned.", "2050-01-01"),
  next_monthly_payment: money("The next payment.", 1108.4),
  origination_date: day("The day on which the loan was given.", "2020-01-01"),
  origination_principal_amount: money("The principal at the start.", 221_340),
  past_due_amount: money("The principal and interest that are past due.", 0),
  property_address: AddressData,
  ytd_interest_paid: money("The interest that was paid since January.", 745.12),
  ytd_principal_paid: money("The principal that was paid since January.", 363.28),
});

/** The states of a student loan. */
export const STUDENT_LOAN_STATUSES = [
  "cancelled",
  "charged off",
  "claim",
  "consolidated",
  "deferment",
  "delinquent",
  "discharged",
  "extension",
  "forbearance",
  "in grace",
  "in military",
  "in school",
  "not fully disbursed",
  "other",
  "paid in full",
  "pending idr",
  "refunded",
  "repayment",
  "transferred",
] as const;

/** The plans by which a student loan is paid back. */
export const REPAYMENT_PLANS = [
  "extended graduated",
  "extended standard",
  "graduated",
  "income-based repayment",
  "income-contingent repayment",
  "income-sensitive repayment",
  "interest only",
  "other",
  "pay as you earn",
  "revised pay as you earn",
  "saving on a valuable education",
  "standard",
] as const;

/** The terms of a student loan. */
const StudentTerms = z.strictObject({
  account_number: text("The number of the loan.", "4277075694"),
  disbursement_dates: z
    .array(CalendarDate)
    .nullable()
    .meta({ description: "The days on which the money was paid out.", examples: [["2020-01-01"]] }),
  expected_payoff_date: day("The day on which the loan is paid off as planned.", "2045-01-01"),
  guarantor: text("The guarantor of the loan.", "DEPT OF ED"),
  interest_rate_percentage: z.number().meta({ examples: [5.1] }),
  is_overdue: flag("Whether a payment is overdue."),
  ...LAST_AND_NEXT,
  ...STATEMENT,
  loan_name: text("The name of the loan.", "Consolidation"),
  loan_status: z.strictObject({
    end_date: day("The day until which the loan has this status.", "2045-01-01"),
    type: z.enum(STUDENT_LOAN_STATUSES).meta({
      description: "other if the institution does not tell it.",
      examples: ["repayment"],
    }),
  }),
  origination_date: day("The day on which the loan was given.", "2020-01-01"),
  origination_principal_amount: money("The principal at the start.", 28_400),
  outstanding_interest_amount: money("The interest that has accrued and was not paid.", 0),
  payment_reference_number: text("The number to pay with.", "4277075694"),
  pslf_status: z
    .strictObject({
      estimated_eligibility_date: day("The day of the last qualifying payment.", "2030-01-01"),
      payments_made: z
        .int()
        .nullable()
        .meta({ examples: [null] }),
      payments_remaining: z
        .int()
        .nullable()
        .meta({ examples: [null] }),
    })
    .meta({ description: "The forgiveness of loans for work in public offices; null if unknown." }),
  repayment_plan: z.strictObject({
    description: text("The plan in the servicer's words.", "Extended standard repayment"),
    type: z.enum(REPAYMENT_PLANS).meta({
      description: "other if the institution does not tell it.",
      examples: ["extended standard"],
    }),
  }),
  sequence_number: text("The number of the loan among those of its account.", "1"),
  servicer_address: AddressData,
  ytd_interest_paid: money("The interest that was paid since January.", 118.4),
  ytd_principal_paid: money("The principal that was paid since January.", 49.85),
});

/** The terms of an account that is a debt, by its kind. */
export const LiabilityTerms = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("credit"), terms: CreditTerms }),
  z.strictObject({ kind: z.literal("mortgage"), terms: MortgageTerms }),
  z.strictObject({ kind: z.literal("student"), terms: StudentTerms }),
]);
export type LiabilityTerms = z.infer<typeof LiabilityTerms>;

const of = <Terms extends z.ZodObject>(terms: Terms, id: string) =>
  z.strictObject({ account_id: AccountId, ...terms.shape }).meta({ id });

/** The debts of an Item by their kinds. */
export const Liabilities = z
  .strictObject({
    credit: z.array(of(CreditTerms, "CreditCardLiability")),
    mortgage: z.array(of(MortgageTerms, "MortgageLiability")),
    student: z.array(of(StudentTerms, "StudentLoanLiability")),
  })
  .meta({ id: "Liabilities" });
export type Liabilities = z.infer<typeof Liabilities>;
