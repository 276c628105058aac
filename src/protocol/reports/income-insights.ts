import { z } from "zod";
import { Account, Owner } from "../account.ts";
import { CalendarDate, Transaction } from "../transaction.ts";
import { BaseReportAccount, ReportAmount, reportFields } from "./base-report.ts";
import {
  count,
  currency,
  IncomePayment,
  IncomeSource,
  money,
  PayFrequency,
} from "./income-source.ts";

const { account_id, mask, name, official_name, subtype } = Account.shape;

/** The totals of all sources; amounts by currency. */
const IncomeSummary = z
  .strictObject({
    start_date: CalendarDate.optional().meta({ description: "The first payment of all." }),
    end_date: CalendarDate.optional().meta({ description: "The last payment of all." }),
    income_sources_count: count,
    active_income_sources_count: count,
    income_categories_count: count,
    income_transactions_count: count,
    total_amounts: z.array(ReportAmount),
    historical_average_monthly_income: z.array(ReportAmount),
    historical_annual_income: z
      .array(ReportAmount)
      .meta({ description: "Income of the last 365 days." }),
    forecasted_average_monthly_income: z.array(ReportAmount),
    forecasted_annual_income: z
      .array(ReportAmount)
      .meta({ description: "Income of a year if the active sources go on as of late." }),
    historical_summary: z.array(
      z.strictObject({
        start_date: CalendarDate,
        end_date: CalendarDate,
        total_amounts: z.array(ReportAmount),
        transaction_count: count,
        transactions: z.array(IncomePayment),
      }),
    ),
  })
  .meta({ id: "IncomeSummary" });
export type IncomeSummary = z.infer<typeof IncomeSummary>;

const Income = z.strictObject({
  gross_income: money("The same: an account does not show what was withheld."),
  net_income: money("The income that arrives."),
});
const ModeledIncome = z
  .strictObject({ monthly: Income, annual: Income })
  .meta({ id: "ModeledIncome" });

/** Recent income, and its continuation. */
const IncomeMetrics = z
  .strictObject({
    current: ModeledIncome.meta({ description: "The income of the last 91 days." }),
    projected: ModeledIncome.meta({ description: "If it goes on as of late; 0 once it is over." }),
    ...currency,
  })
  .meta({ id: "IncomeMetrics" });
export type IncomeMetrics = z.infer<typeof IncomeMetrics>;

/** A source of income as a stream of payments. */
export const IncomeStreamShape = z
  .strictObject({
    income_stream_id: IncomeSource.shape.income_source_id,
    start_date: CalendarDate,
    end_date: CalendarDate,
    description: IncomeSource.shape.income_description,
    insights: z.strictObject({
      income_category: z.strictObject({
        primary: z.enum(["EARNED_INCOME", "BENEFITS", "RETIREMENT", "INTEREST", "RENTAL", "OTHER"]),
        secondary: z.enum(["SALARY", "GIG_ECONOMY", "SELF_EMPLOYED", "UNEMPLOYMENT", "OTHER"]),
      }),
      pay_frequency: PayFrequency,
      income_provider: IncomeSource.shape.income_provider,
      status: IncomeSource.shape.status,
      next_payment: z
        .strictObject({ date: CalendarDate })
        .nullable()
        .meta({ description: "Null if it is not active, or not regular." }),
    }),
    income_metrics: IncomeMetrics,
    transactions: z
      .array(
        z.strictObject({
          transaction_id: Transaction.shape.transaction_id,
          item_id: z.string().meta({ examples: ["Lr6WdKc0ZyHq4NgPvTjB8xSm2fEa5UoXi7Ck3"] }),
          account_id: Account.shape.account_id,
          amount: IncomePayment.shape.amount,
          date: CalendarDate,
          original_description: IncomePayment.shape.original_description,
          ...currency,
          outlier: z.strictObject({
            is_outlier: z.boolean().meta({ description: "Whether it is a bonus." }),
            amount: z
              .number()
              .optional()
              .meta({
                description: "By how much it is above the average.",
                examples: [1000],
              }),
          }),
        }),
      )
      .meta({ description: "Oldest first." }),
  })
  .meta({ id: "IncomeStream" });
export type IncomeStreamShape = z.infer<typeof IncomeStreamShape>;

const IncomeAccount = z
  .strictObject({
    account_id,
    mask,
    metadata: BaseReportAccount.shape.metadata,
    name,
    official_name,
    type: z.literal("depository"),
    subtype,
    owners: z.array(Owner),
  })
  .meta({ id: "BankIncomeAccount" });
export type IncomeAccount = z.infer<typeof IncomeAccount>;

/** Income insights: the sources of a consumer's income, read from the inflows of their accounts. */
export const IncomeInsights = z
  .strictObject({
    report_id: reportFields.report_id,
    client_report_id: reportFields.client_report_id,
    generated_time: z.iso.datetime(),
    days_requested: reportFields.days_requested,
    items: z.array(
      z
        .strictObject({
          item_id: z.string().meta({ examples: ["Lr6WdKc0ZyHq4NgPvTjB8xSm2fEa5UoXi7Ck3"] }),
          institution_id: z.string().meta({ examples: ["ins_109508"] }),
          institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
          last_updated_time: z.iso.datetime(),
          accounts: z.array(IncomeAccount),
          bank_income_accounts: z.array(IncomeAccount).meta({ description: "As `accounts`." }),
          bank_income_sources: z.array(IncomeSource).meta({
            description: "Each source once, with the Item that it was paid to last.",
          }),
        })
        .meta({ id: "BankIncomeItem" }),
    ),
    income_streams: z.array(IncomeStreamShape).meta({
      description: "Each source once, as in bank_income_sources.",
    }),
    user_summary: z
      .strictObject({ income_metrics: z.array(IncomeMetrics) })
      .meta({ description: "All streams together, by currency." }),
    bank_income_summary: IncomeSummary,
  })
  .meta({ id: "IncomeInsights" });
export type IncomeInsights = z.infer<typeof IncomeInsights>;
