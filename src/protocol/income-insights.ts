import { z } from "zod";
import { Account, Owner } from "./account.ts";
import { ReportAmount, reportFields } from "./base-report.ts";
import { CalendarDate, Transaction } from "./transaction.ts";

/** The kind of income of a source. */
export const IncomeCategory = z
  .enum([
    "SALARY",
    "GIG_ECONOMY",
    "SELF_EMPLOYMENT",
    "BENEFITS",
    "RETIREMENT",
    "BANK_INTEREST",
    "RENTAL",
    "OTHER",
  ])
  .meta({
    description:
      "BENEFITS are payments of the state; RETIREMENT is pensions and annuities; OTHER is regular income of unknown kind.",
    examples: ["SALARY"],
  });
export type IncomeCategory = z.infer<typeof IncomeCategory>;

/** The pay frequency of a source. */
export const PayFrequency = z
  .enum(["WEEKLY", "BIWEEKLY", "SEMI_MONTHLY", "MONTHLY", "IRREGULAR", "UNKNOWN"])
  .meta({
    description:
      "BIWEEKLY is every two weeks, SEMI_MONTHLY twice a month; UNKNOWN with fewer than three payments.",
    examples: ["BIWEEKLY"],
  });
export type PayFrequency = z.infer<typeof PayFrequency>;

const count = z
  .int()
  .min(0)
  .meta({ examples: [12] });
const money = (description: string) => z.number().meta({ description, examples: [4208.5] });

const { iso_currency_code, unofficial_currency_code } = ReportAmount.shape;

/** The income of a calendar month. */
const MonthlyIncome = z
  .strictObject({
    start_date: CalendarDate,
    end_date: CalendarDate,
    total_amount: money("Income of the month."),
    transaction_count: count,
  })
  .meta({ id: "MonthlyIncome" });

/** A source of income: one payer's payments of one kind. */
export const IncomeSource = z
  .strictObject({
    income_source_id: z.string().meta({
      description: "The same in each report that finds the source.",
      examples: ["5VnLh0Yb2dKqTzRw8gPx"],
    }),
    account_id: Account.shape.account_id.meta({
      description: "The account that it was paid to last.",
    }),
    account_ids: z.array(Account.shape.account_id),
    income_provider: z.strictObject({
      name: z.string().meta({ description: "The payer.", examples: ["Ironleaf Logistics"] }),
      is_normalized: z.boolean().meta({
        description: "Whether the name is read from a description, without its other words.",
      }),
    }),
    income_description: z.string().meta({
      examples: ["IRONLEAF LOGISTICS PAYROLL"],
      description: "The description of the last payment.",
    }),
    income_category: IncomeCategory,
    pay_frequency: PayFrequency,
    status: z.enum(["ACTIVE", "INACTIVE"]).meta({
      description: "INACTIVE once the next payment is overdue.",
    }),
    start_date: CalendarDate.meta({ description: "The day of its first payment." }),
    end_date: CalendarDate.meta({ description: "The day of its last payment." }),
    next_payment_date: CalendarDate.nullable().meta({
      description: "Null if it is not active, or not regular.",
      examples: ["2026-06-05"],
    }),
    next_payment_amount: z
      .number()
      .nullable()
      .meta({ description: "The usual amount of late.", examples: [2104.25] }),
    transaction_count: count,
    bonus_count: count.meta({ description: "How many of its payments are bonuses." }),
    total_amount: money("All its payments."),
    average_amount: money("The average of its payments, bonuses left out."),
    historical_average_monthly_income: money("From its first payment on."),
    forecasted_average_monthly_income: money("0 once it is inactive."),
    iso_currency_code,
    unofficial_currency_code,
    historical_summary: z.array(MonthlyIncome).meta({ description: "Oldest month first." }),
    transactions: z.array(
      z.strictObject({
        transaction_id: Transaction.shape.transaction_id,
        account_id: Account.shape.account_id,
        date: CalendarDate,
        amount: money("Positive: money received."),
        is_bonus: z.boolean(),
      }),
    ),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: "That it is income, and as regular as it is shown.", examples: [0.97] }),
  })
  .meta({ id: "IncomeSource" });
export type IncomeSource = z.infer<typeof IncomeSource>;

const { account_id, mask, name, official_name, type, subtype } = Account.shape;

/** The totals of all sources; amounts by currency. */
const IncomeSummary = z
  .strictObject({
    start_date: CalendarDate.nullable().meta({ description: "The first payment of all." }),
    end_date: CalendarDate.nullable().meta({ description: "The last payment of all." }),
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
      }),
    ),
  })
  .meta({ id: "IncomeSummary" });
export type IncomeSummary = z.infer<typeof IncomeSummary>;

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
          bank_income_accounts: z.array(
            z
              .strictObject({
                account_id,
                mask,
                name,
                official_name,
                type,
                subtype,
                owners: z.array(Owner),
              })
              .meta({ id: "BankIncomeAccount" }),
          ),
          bank_income_sources: z.array(IncomeSource).meta({
            description: "Each source once, with the Item that it was paid to last.",
          }),
        })
        .meta({ id: "BankIncomeItem" }),
    ),
    bank_income_summary: IncomeSummary,
  })
  .meta({ id: "IncomeInsights" });
export type IncomeInsights = z.infer<typeof IncomeInsights>;
