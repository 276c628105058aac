import { z } from "zod";
import { Account } from "../account.ts";
import { CalendarDate, Transaction } from "../transaction.ts";
import { ReportAmount } from "./base-report.ts";

/** The detected kind of income of a source. */
export const IncomeKind = z
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
export type IncomeKind = z.infer<typeof IncomeKind>;

/** The category of a source, limited to the values that typed clients know. */
export const IncomeCategory = z
  .enum([
    "SALARY",
    "GIG_ECONOMY",
    "UNEMPLOYMENT",
    "BENEFIT_OTHER",
    "RETIREMENT",
    "BANK_INTEREST",
    "RENTAL",
    "OTHER",
  ])
  .meta({
    description:
      "As `income_kind`, where there is a value for it: SELF_EMPLOYMENT is OTHER, BENEFITS are BENEFIT_OTHER, " +
      "or UNEMPLOYMENT if their description says so.",
    examples: ["SALARY"],
  });
export type IncomeCategory = z.infer<typeof IncomeCategory>;

/** The pay frequency of a source. */
export const PayFrequency = z
  .enum(["WEEKLY", "BIWEEKLY", "SEMI_MONTHLY", "MONTHLY", "UNKNOWN"])
  .meta({
    description:
      "BIWEEKLY is every two weeks, SEMI_MONTHLY twice a month; UNKNOWN without a rhythm.",
    examples: ["BIWEEKLY"],
  });
export type PayFrequency = z.infer<typeof PayFrequency>;

/** The schema of a field with a number of things. */
export const count = z
  .int()
  .min(0)
  .meta({ examples: [12] });
/** An amount of money as a field. */
export const money = (description: string) => z.number().meta({ description, examples: [4208.5] });

const { iso_currency_code, unofficial_currency_code } = ReportAmount.shape;

/** The currency of a payment or an amount. */
export const currency = { iso_currency_code, unofficial_currency_code };

/** A payment in the history of a source. */
export const IncomePayment = z
  .strictObject({
    transaction_id: Transaction.shape.transaction_id,
    amount: z.number().meta({ description: "Negative: money received.", examples: [-2104.25] }),
    date: CalendarDate,
    original_description: z.string().meta({ examples: ["IRONLEAF LOGISTICS PAYROLL"] }),
    pending: z.literal(false),
    bonus_type: z.enum(["BONUS_ONLY"]).optional(),
    ...currency,
  })
  .meta({ id: "IncomePayment" });

/** The income of a calendar month. */
const MonthlyIncome = z
  .strictObject({
    start_date: CalendarDate,
    end_date: CalendarDate,
    total_amount: money("Income of the month."),
    total_amounts: z.array(ReportAmount),
    transaction_count: count,
    transactions: z.array(IncomePayment),
  })
  .meta({ id: "MonthlyIncome" });

/** The interval in which a figure lies with a probability. */
const PredictionInterval = z
  .strictObject({
    lower_bound: money("The least."),
    upper_bound: money("The most."),
    probability: z.number().meta({ examples: [0.8] }),
  })
  .meta({ id: "PredictionInterval" });
export type PredictionInterval = z.infer<typeof PredictionInterval>;

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
    income_kind: IncomeKind,
    employer: z
      .strictObject({
        name: z
          .string()
          .nullable()
          .meta({ examples: ["Ironleaf Logistics"] }),
      })
      .meta({ description: "The payer of a salary; its name is null for other income." }),
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
    forecasted_average_monthly_income_prediction_intervals: z.array(PredictionInterval).meta({
      description:
        "The income that eight of ten whole months had; empty with fewer than three, or once it is inactive.",
    }),
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
