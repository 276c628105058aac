import type { ReportAmount } from "../../../../protocol/base-report.ts";
import type { IncomeSource, IncomeSummary } from "../../../../protocol/income-insights.ts";
import { dateOf, dayOf, firstDayOf, lastDayOf, monthOf } from "../../calendar.ts";
import { groupBy } from "../cash-flow/group-by.ts";

const YEAR_DAYS = 365;

/** All sources of a consumer's income together, on a day counted from 1970. */
export const incomeSummary = (sources: readonly IncomeSource[], today: number): IncomeSummary => {
  const payments = sources.flatMap((source) =>
    source.transactions.map(({ date, amount }) => ({ ...currencyOf(source), date, amount })),
  );
  const amounts = (amountOf: (source: IncomeSource) => number) =>
    totals(sources.map((source) => ({ ...currencyOf(source), amount: amountOf(source) })));
  const byMonth = groupBy(payments, ({ date }) => monthOf(dayOf(date)));
  const first = min(sources.map(({ start_date }) => start_date));
  const last = max(sources.map(({ end_date }) => end_date));
  const lastYear = payments.filter(({ date }) => dayOf(date) > today - YEAR_DAYS);
  return {
    start_date: first,
    end_date: last,
    income_sources_count: sources.length,
    active_income_sources_count: sources.filter(({ status }) => status === "ACTIVE").length,
    income_categories_count: new Set(sources.map((source) => source.income_category)).size,
    income_transactions_count: payments.length,
    total_amounts: totals(payments),
    historical_average_monthly_income: perMonth(totals(payments), first, today),
    historical_annual_income: totals(lastYear),
    forecasted_average_monthly_income: amounts(
      (source) => source.forecasted_average_monthly_income,
    ),
    forecasted_annual_income: amounts((source) => source.forecasted_average_monthly_income * 12),
    historical_summary: [...byMonth]
      .toSorted(([a], [b]) => a - b)
      .map(([month, each]) => ({
        start_date: dateOf(firstDayOf(month)),
        end_date: dateOf(lastDayOf(month)),
        total_amounts: totals(each),
        transaction_count: each.length,
      })),
  };
};

/** Totals over the time since a first payment, per month. */
function perMonth(total: readonly ReportAmount[], first: string | null, today: number) {
  if (first === null) return [];
  const months = Math.max(1, (today - dayOf(first) + 1) / (365.25 / 12));
  return total.map((one) => ({ ...one, amount: Math.round((one.amount * 100) / months) / 100 }));
}

function totals(amounts: readonly ReportAmount[]): ReportAmount[] {
  const byCurrency = groupBy(amounts, (one) => JSON.stringify(Object.values(currencyOf(one))));
  return [...byCurrency]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (!first) return [];
      const cents = [first, ...others].reduce((sum, one) => sum + Math.round(one.amount * 100), 0);
      return [{ amount: cents / 100, ...currencyOf(first) }];
    });
}

type Currency = Pick<ReportAmount, "iso_currency_code" | "unofficial_currency_code">;

const currencyOf = ({ iso_currency_code, unofficial_currency_code }: Currency): Currency => ({
  iso_currency_code,
  unofficial_currency_code,
});

const min = (dates: readonly string[]): string | null => dates.toSorted()[0] ?? null;
const max = (dates: readonly string[]): string | null => dates.toSorted().at(-1) ?? null;
