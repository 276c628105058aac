import { z } from "zod";
import { CalendarDate } from "../transaction.ts";
import { IncomeCategory } from "./income-source.ts";

const current_count = z
  .int()
  .min(0)
  .meta({ examples: [2] });
const current_amount = z.number().meta({ examples: [4208.5] });
const Count = z.strictObject({ current_count });
const Amount = z.strictObject({ current_amount });

/** The income and the loans of an Item at this moment. */
export const MonitoringInsights = z
  .strictObject({
    income: z.strictObject({
      total_monthly_income: Amount.meta({ description: "The income of the last 30 days." }),
      income_sources_counts: Count.meta({ description: "The active sources." }),
      forecasted_monthly_income: Amount.meta({
        description: "The income of a month if it goes on as of late.",
      }),
      historical_annual_income: Amount.meta({ description: "The income of the last 365 days." }),
      income_sources: z.array(
        z
          .strictObject({
            income_source_id: z.string().meta({ examples: ["5VnLh0Yb2dKqTzRw8gPx"] }),
            income_description: z.string().meta({ examples: ["IRONLEAF LOGISTICS PAYROLL"] }),
            income_category: IncomeCategory,
            last_transaction_date: CalendarDate,
          })
          .meta({ id: "MonitoringIncomeSource" }),
      ),
    }),
    loans: z.strictObject({
      loan_payments_counts: Count.meta({ description: "The payments of the last 30 days." }),
      loan_disbursements_count: current_count.meta({
        description: "How often a lender paid money out in the last 30 days.",
      }),
      loan_payment_merchants_counts: Count.meta({
        description: "The lenders that were paid in the last 30 days.",
      }),
    }),
  })
  .meta({ id: "MonitoringInsights" });
export type MonitoringInsights = z.infer<typeof MonitoringInsights>;

/**
 * The categories of income that applications may choose. Categories that are never detected match
 * nothing.
 */
export const MONITORED_CATEGORIES = [
  ...IncomeCategory.options,
  "CASH",
  "CHILD_SUPPORT",
  "MILITARY",
  "LONG_TERM_DISABILITY",
  "CASH_DEPOSIT",
  "TRANSFER_FROM_APPLICATION",
  "TAX_REFUND",
] as const;
export type MonitoredCategory = (typeof MONITORED_CATEGORIES)[number];
