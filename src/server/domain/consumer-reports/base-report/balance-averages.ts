import type { HistoricalBalance } from "../../../../protocol/asset-report.ts";
import type { MonthlyBalance, ReportAmount } from "../../../../protocol/base-report.ts";
import { groupBy } from "../cash-flow/group-by.ts";

/** The averages and the minimum of an account's balances over time. */
export type BalanceAverages = {
  average_balance: number | null;
  minimum_balance: number | null;
  most_recent_thirty_day_average_balance: number | null;
  most_recent_sixty_day_average_balance: number | null;
  most_recent_ninety_day_average_balance: number | null;
  average_monthly_balances: MonthlyBalance[];
};

/** Averages over balances at the end of each day, newest first; null for none. */
export const balanceAverages = (newestFirst: readonly HistoricalBalance[]): BalanceAverages => ({
  average_balance: average(newestFirst),
  minimum_balance: minimum(newestFirst),
  most_recent_thirty_day_average_balance: average(newestFirst.slice(0, 30)),
  most_recent_sixty_day_average_balance: average(newestFirst.slice(0, 60)),
  most_recent_ninety_day_average_balance: average(newestFirst.slice(0, 90)),
  average_monthly_balances: byMonth(newestFirst.toReversed()).flatMap(monthlyBalance),
});

function monthlyBalance(days: readonly HistoricalBalance[]): MonthlyBalance[] {
  const [first, last] = [days[0], days.at(-1)];
  const [mean, least] = [average(days), minimum(days)];
  if (!first || !last || mean === null || least === null) return [];
  const { iso_currency_code, unofficial_currency_code } = first;
  const money = (amount: number): ReportAmount => ({
    amount,
    iso_currency_code,
    unofficial_currency_code,
  });
  return [
    {
      start_date: first.date,
      end_date: last.date,
      average_balance: money(mean),
      minimum_balance: money(least),
    },
  ];
}

function byMonth(oldestFirst: readonly HistoricalBalance[]): HistoricalBalance[][] {
  return [...groupBy(oldestFirst, ({ date }) => date.slice(0, 7)).values()];
}

/** The average to the cent; null for no days. */
function average(days: readonly HistoricalBalance[]): number | null {
  if (days.length === 0) return null;
  const sum = days.reduce((all, { current }) => all + current, 0);
  return Math.round((sum / days.length) * 100) / 100;
}

function minimum(days: readonly HistoricalBalance[]): number | null {
  return days.length === 0
    ? null
    : days.reduce((least, { current }) => Math.min(least, current), Number.POSITIVE_INFINITY);
}
