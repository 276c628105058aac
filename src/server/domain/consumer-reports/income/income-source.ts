import { createHash } from "node:crypto";
import type { IncomeSource } from "../../../../protocol/income-insights.ts";
import { dateOf, firstDayOf, lastDayOf, monthOf } from "../../calendar.ts";
import { groupBy } from "../cash-flow/group-by.ts";
import type { IncomeStream } from "./find-income-streams.ts";
import { forecastOf } from "./income-forecast.ts";

const MONTH_DAYS = 365.25 / 12;

/** A stream as the API shows it on a day; null for one without payments. */
export const toIncomeSource = (stream: IncomeStream, today: number): IncomeSource | null => {
  const { payments, category, cycle, payer } = stream;
  const [first, last] = [payments[0], payments.at(-1)];
  if (!first || !last) return null;
  const forecast = forecastOf(stream, today);
  const total = sumOf(payments);
  const regular = payments.filter(({ isBonus }) => !isBonus);
  const until = forecast.isActive ? today : last.day;
  const days = Math.max(MONTH_DAYS, until - first.day + 1);
  return {
    income_source_id: createHash("sha256").update(stream.key).digest("base64url").slice(0, 20),
    account_id: last.accountId,
    account_ids: [...new Set(payments.map(({ accountId }) => accountId))].toSorted(),
    income_provider: { name: payer.name, is_normalized: payer.isNormalized },
    income_description: last.transaction.original_description ?? last.transaction.name,
    income_category: category,
    pay_frequency: cycle.frequency,
    status: forecast.isActive ? "ACTIVE" : "INACTIVE",
    start_date: first.transaction.date,
    end_date: last.transaction.date,
    next_payment_date: forecast.nextDay === null ? null : dateOf(forecast.nextDay),
    next_payment_amount: forecast.nextCents === null ? null : units(forecast.nextCents),
    transaction_count: payments.length,
    bonus_count: payments.length - regular.length,
    total_amount: units(total),
    average_amount: regular.length === 0 ? 0 : units(Math.round(sumOf(regular) / regular.length)),
    historical_average_monthly_income: units(Math.round((total / days) * MONTH_DAYS)),
    forecasted_average_monthly_income: units(forecast.monthlyCents),
    iso_currency_code: first.transaction.iso_currency_code,
    unofficial_currency_code: first.transaction.unofficial_currency_code,
    historical_summary: [...groupBy(payments, ({ day }) => monthOf(day))].map(([month, each]) => ({
      start_date: dateOf(firstDayOf(month)),
      end_date: dateOf(lastDayOf(month)),
      total_amount: units(sumOf(each)),
      transaction_count: each.length,
    })),
    transactions: payments.map(({ transaction, isBonus }) => ({
      transaction_id: transaction.transaction_id,
      account_id: transaction.account_id,
      date: transaction.date,
      amount: -transaction.amount,
      is_bonus: isBonus,
    })),
    confidence: confidenceIn(stream),
  };
};

/** That a stream is income, and goes on as it did: by its words, its cycle, and how often it was seen. */
function confidenceIn({ isEvident, cycle, payments }: IncomeStream): number {
  const words = isEvident ? 0.6 : 0.3;
  const regularity = cycle.schedule ? 0.25 * cycle.fit : 0;
  const experience = 0.15 * Math.min(1, payments.length / 6);
  return Math.round((words + regularity + experience) * 100) / 100;
}

const sumOf = (payments: readonly { cents: number }[]): number =>
  payments.reduce((sum, { cents }) => sum + cents, 0);

const units = (cents: number): number => cents / 100;
