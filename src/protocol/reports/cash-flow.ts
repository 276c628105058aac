import { z } from "zod";
import { Account } from "../account.ts";
import { CalendarDate, Transaction } from "../transaction.ts";

const money = (example: number, description: string) =>
  z.number().meta({ description, examples: [example] });
const count = (example: number, description: string) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

const flows = {
  total_inflow: money(4210.5, "Money that came in, without transfers between own accounts."),
  total_outflow: money(3877.12, "Money that went out, without transfers between own accounts."),
  net_cash_flow: money(333.38, "Money in minus money out."),
};

/** The inflows and outflows of a calendar month. */
const CashFlowMonth = z
  .strictObject({
    month: z.iso.date().meta({ description: "Its first day.", examples: ["2026-01-01"] }),
    days: count(31, "How many of its days the report covers."),
    ...flows,
  })
  .meta({ id: "CashFlowMonth" });

/** The inflows, outflows and balances of the last days of a report. */
export const CashFlowWindow = z
  .strictObject({
    days: count(30, "How many days it covers: fewer if the report is shorter."),
    ...flows,
    inflow_count: count(4, "How many transactions brought money in."),
    outflow_count: count(61, "How many transactions took money out."),
    nsf_fee_count: count(0, "Fees for payments that were returned for insufficient funds."),
    overdraft_fee_count: count(1, "Fees for overdrafts."),
    negative_balance_days: count(2, "Days at whose end an account was below zero.").nullable(),
    lowest_balance: money(-41.2, "The lowest sum of the accounts at the end of a day.").nullable(),
    average_balance: money(912.03, "The mean sum of the accounts at the end of a day.").nullable(),
  })
  .meta({ id: "CashFlowWindow" });
export type CashFlowWindow = z.infer<typeof CashFlowWindow>;

const LargeDeposit = z
  .strictObject({
    transaction_id: Transaction.shape.transaction_id,
    account_id: Account.shape.account_id,
    date: CalendarDate.meta({ examples: ["2026-01-14"] }),
    amount: money(7500, "Positive."),
    name: Transaction.shape.name,
  })
  .meta({ id: "LargeDeposit" });

const LoanPayments = z
  .strictObject({
    lender: z.string().meta({ examples: ["Harbor Student Loans"] }),
    payment_count: count(12, "How many payments there were."),
    total_amount: money(2940, "Their sum."),
    average_amount: money(245, "Their mean."),
    first_date: CalendarDate.meta({ examples: ["2025-02-06"] }),
    last_date: CalendarDate.meta({ examples: ["2026-01-06"] }),
  })
  .meta({ id: "LoanPayments" });

/** The frequency of a recurring bill. */
const BILL_FREQUENCIES = ["WEEKLY", "BIWEEKLY", "MONTHLY", "QUARTERLY", "ANNUALLY"] as const;
export type BillFrequency = (typeof BILL_FREQUENCIES)[number];

const RegularBill = z
  .strictObject({
    payee: z.string().meta({ examples: ["Brightwell Power"] }),
    account_id: Account.shape.account_id,
    category: Transaction.shape.category,
    frequency: z.enum(BILL_FREQUENCIES).meta({ examples: ["MONTHLY"] }),
    payment_count: count(12, "How many payments there were."),
    average_amount: money(84.1, "Their mean."),
    last_amount: money(91.75, "The last one."),
    last_date: CalendarDate.meta({ examples: ["2026-01-11"] }),
    is_active: z.boolean().meta({ description: "Whether the next payment is not overdue." }),
  })
  .meta({ id: "RegularBill" });

/** The cash flow of one or several accounts in one currency. */
export const CashFlowAttributes = z
  .strictObject({
    account_ids: z.array(Account.shape.account_id),
    iso_currency_code: Transaction.shape.iso_currency_code,
    unofficial_currency_code: Transaction.shape.unofficial_currency_code,
    start_date: CalendarDate.meta({
      description: "The day of the oldest booked transaction of any account of the report.",
      examples: ["2025-01-15"],
    }),
    end_date: CalendarDate.meta({ examples: ["2026-01-15"] }),
    last_30_days: CashFlowWindow,
    last_60_days: CashFlowWindow,
    last_90_days: CashFlowWindow,
    all_days: CashFlowWindow,
    months: z.array(CashFlowMonth).meta({ description: "Oldest first." }),
    days_since_last_overdraft: count(
      17,
      "Days since the last fee for an overdraft or insufficient funds; null if there was none.",
    ).nullable(),
    large_deposits: z
      .array(LargeDeposit)
      .meta({ description: "Deposits of more than 5,000; newest first." }),
    loan_payments: z.array(LoanPayments).meta({ description: "By lender." }),
    regular_bills: z.array(RegularBill).meta({ description: "By account and payee." }),
  })
  .meta({ id: "CashFlowAttributes" });
export type CashFlowAttributes = z.infer<typeof CashFlowAttributes>;

/**
 * The cash flow of a user: of each current or savings account, and of all such accounts in a
 * currency.
 */
export const CashFlow = z
  .strictObject({
    accounts: z.array(CashFlowAttributes),
    totals: z.array(CashFlowAttributes).meta({ description: "One for each currency." }),
  })
  .meta({ id: "CashFlow" });
export type CashFlow = z.infer<typeof CashFlow>;

/** The kinds of change in a user's accounts, in the order in which webhooks list them. */
export const CASH_FLOW_INSIGHTS = [
  "LARGE_DEPOSIT_DETECTED",
  "LOW_BALANCE_DETECTED",
  "NEW_LOAN_PAYMENT_DETECTED",
  "NSF_OVERDRAFT_DETECTED",
] as const;
export type CashFlowInsight = (typeof CASH_FLOW_INSIGHTS)[number];
