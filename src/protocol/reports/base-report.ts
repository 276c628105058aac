import { z } from "zod";
import { Account, Balances, Owner } from "../account.ts";
import { CalendarDate } from "../transaction.ts";
import {
  HistoricalBalance,
  InsightfulTransaction,
  OwnershipType,
  WarningCause,
} from "./asset-report.ts";
import { CashFlow } from "./cash-flow.ts";

/** The common fields of Base Reports, income insights and network insights. */
export const reportFields = {
  report_id: z.string().meta({ examples: ["bf3a0490-344c-4620-a219-2693162e4b1d"] }),
  client_report_id: z
    .string()
    .nullable()
    .meta({ examples: ["loan-2026-0042"] }),
  days_requested: z
    .int()
    .min(1)
    .max(731)
    .meta({ examples: [365] }),
};

const currency = {
  iso_currency_code: Balances.shape.iso_currency_code,
  unofficial_currency_code: Balances.shape.unofficial_currency_code,
};

const span = { start_date: CalendarDate, end_date: CalendarDate };

const count = z
  .int()
  .min(0)
  .meta({ examples: [12] });

const amount = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [1304.52] });

/** A sum of money in a currency. */
export const ReportAmount = z
  .strictObject({ amount: z.number().meta({ examples: [2482.1] }), ...currency })
  .meta({ id: "ReportAmount" });
export type ReportAmount = z.infer<typeof ReportAmount>;

/** The average and the lowest balance of an account over the report's days in a calendar month. */
export const MonthlyBalance = z
  .strictObject({ ...span, average_balance: ReportAmount, minimum_balance: ReportAmount })
  .meta({ id: "BaseReportMonthlyBalance" });
export type MonthlyBalance = z.infer<typeof MonthlyBalance>;

const BaseReportBalances = Balances.extend({
  last_updated_datetime: z.iso.datetime().meta({ description: "When the balances were read." }),
  average_balance: amount(
    "The average from the oldest booked transaction of any account of the report on; null without one.",
  ),
  minimum_balance: amount("The lowest balance at the end of such a day."),
  most_recent_thirty_day_average_balance: amount("The average of the last 30 such days."),
  most_recent_sixty_day_average_balance: amount("The average of the last 60 such days."),
  most_recent_ninety_day_average_balance: amount("The average of the last 90 such days."),
  average_monthly_balances: z.array(MonthlyBalance).meta({ description: "Oldest month first." }),
}).meta({ id: "BaseReportBalances" });

const MonthlyCount = z.strictObject({ ...span, count }).meta({ id: "BaseReportMonthlyCount" });
const MonthlyAmount = z
  .strictObject({ ...span, total_amount: ReportAmount, average_amount: ReportAmount })
  .meta({ id: "BaseReportMonthlyAmount" });

/**
 * The use of an account by calendar month. Only booked transactions in the account's currency
 * count.
 */
export const AccountInsights = z
  .strictObject({
    oldest_transaction_date: CalendarDate.nullable(),
    most_recent_transaction_date: CalendarDate.nullable(),
    days_available: count,
    average_days_between_transactions: z
      .number()
      .optional()
      .meta({ description: "Left out with fewer than two days of transactions.", examples: [1.4] }),
    longest_gaps_between_transactions: z
      .array(z.strictObject({ ...span, days: count }))
      .meta({ description: "The three longest, the longest first." }),
    number_of_days_no_transactions: count,
    number_of_inflows: z.array(MonthlyCount),
    average_inflow_amounts: z.array(MonthlyAmount),
    number_of_outflows: z.array(MonthlyCount),
    average_outflow_amounts: z.array(MonthlyAmount),
  })
  .meta({ id: "BaseReportAccountInsights" });
export type AccountInsights = z.infer<typeof AccountInsights>;

/** The inflows and outflows in a currency, in total and in the last 30, 60 and 90 days; 0 for none. */
export const FlowTotals = z
  .strictObject({
    total_inflow_amount: ReportAmount,
    total_inflow_amount_30d: ReportAmount,
    total_inflow_amount_60d: ReportAmount,
    total_inflow_amount_90d: ReportAmount,
    total_outflow_amount: ReportAmount,
    total_outflow_amount_30d: ReportAmount,
    total_outflow_amount_60d: ReportAmount,
    total_outflow_amount_90d: ReportAmount,
  })
  .meta({ id: "BaseReportFlows" });
export type FlowTotals = z.infer<typeof FlowTotals>;

/** How often an account lacked money. */
const ShortfallCounts = z.strictObject({
  nsf_overdraft_transactions_count: count.meta({
    description: "Fees for a lack of money on the account, as the cash flow insights count them.",
    examples: [2],
  }),
  nsf_overdraft_transactions_count_30d: count,
  nsf_overdraft_transactions_count_60d: count,
  nsf_overdraft_transactions_count_90d: count,
});
export type ShortfallCounts = z.infer<typeof ShortfallCounts>;

/** The summary of an account of a report. */
const AccountAttributes = FlowTotals.extend(ShortfallCounts.shape).meta({
  id: "BaseReportAccountAttributes",
});

/** The summary of all depository accounts of a report. */
export const BaseReportAttributes = FlowTotals.extend({
  ...ShortfallCounts.shape,
  other_currencies: z.array(FlowTotals).meta({
    description: "The totals in each other currency; those above are in the one of most accounts.",
  }),
}).meta({ id: "BaseReportAttributes" });
export type BaseReportAttributes = z.infer<typeof BaseReportAttributes>;

/** A consumer's dispute of a report's contents. */
const ConsumerDispute = z
  .strictObject({
    consumer_dispute_id: z.string().meta({ examples: ["dispute-1"] }),
    dispute_field_create_date: CalendarDate,
    category: z.enum(["TRANSACTION", "BALANCE", "IDENTITY", "OTHER"]),
    statement: z.string().meta({ examples: ["This purchase was not mine."] }),
  })
  .meta({ id: "ConsumerDispute" });

/** An account of a Base Report: its balances, transactions and owners. */
export const BaseReportAccount = z
  .strictObject({
    account_id: Account.shape.account_id,
    balances: BaseReportBalances,
    consumer_disputes: z.array(ConsumerDispute),
    mask: Account.shape.mask,
    metadata: z.strictObject({
      start_date: CalendarDate.nullable().meta({ description: "The first day of its history." }),
      end_date: CalendarDate.nullable().meta({ description: "The last day of its history." }),
    }),
    name: Account.shape.name,
    official_name: Account.shape.official_name,
    type: Account.shape.type,
    subtype: Account.shape.subtype,
    days_available: count.meta({
      description: "How many days of history there are, from the oldest transaction on.",
      examples: [365],
    }),
    transactions: z.array(InsightfulTransaction).meta({ description: "Newest first." }),
    owners: z.array(Owner),
    ownership_type: OwnershipType,
    historical_balances: z.array(HistoricalBalance).meta({ description: "Newest first." }),
    account_insights: AccountInsights,
    attributes: AccountAttributes,
  })
  .meta({ id: "BaseReportAccount" });
export type BaseReportAccount = z.infer<typeof BaseReportAccount>;

/** An Item of a Base Report. */
export const BaseReportItem = z
  .strictObject({
    institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
    institution_id: z.string().meta({ examples: ["ins_109508"] }),
    date_last_updated: z.iso.datetime(),
    item_id: z.string().meta({ examples: ["Lr6WdKc0ZyHq4NgPvTjB8xSm2fEa5UoXi7Ck3"] }),
    accounts: z.array(BaseReportAccount),
  })
  .meta({ id: "BaseReportItem" });
export type BaseReportItem = z.infer<typeof BaseReportItem>;

/** A Base Report: a consumer's accounts over time, their transactions and their owners. */
export const BaseReport = z
  .strictObject({
    report_id: reportFields.report_id,
    client_report_id: reportFields.client_report_id,
    date_generated: z.iso.datetime(),
    days_requested: reportFields.days_requested,
    items: z.array(BaseReportItem),
    attributes: BaseReportAttributes.meta({
      description:
        "Money in and out of all depository accounts; transfers between them count on both sides.",
    }),
    cash_flow: CashFlow.meta({
      description:
        "The depository accounts by month and over the last 30, 60 and 90 days; transfers between own " +
        "accounts do not count.",
    }),
  })
  .meta({ id: "BaseReport" });
export type BaseReport = z.infer<typeof BaseReport>;

/** The data that a consumer report lacks, and the cause. */
export const CheckReportWarning = z
  .strictObject({
    warning_type: z.literal("CHECK_REPORT_WARNING"),
    warning_code: z.enum(["TRANSACTIONS_UNAVAILABLE", "IDENTITY_UNAVAILABLE"]),
    cause: WarningCause,
  })
  .meta({ id: "CheckReportWarning" });
export type CheckReportWarning = z.infer<typeof CheckReportWarning>;
