import type { Balances } from "../../../../protocol/account.ts";
import type {
  AccountInsights,
  FlowTotals,
  ReportAmount,
} from "../../../../protocol/reports/base-report.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { toDate, toDay } from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { groupBy } from "../../group-by.ts";
import { byKey } from "../../order.ts";

/** The fields of a booked transaction that sums need. */
export type Flow = Pick<
  Transaction,
  "amount" | "date" | "iso_currency_code" | "unofficial_currency_code"
>;

type Currency = Pick<Balances, "iso_currency_code" | "unofficial_currency_code">;

/** Inflows and outflows, an amount per currency. */
type Flows = { [Total in keyof FlowTotals]: ReportAmount[] };

/**
 * Computes the inflows and outflows up to a day, YYYY-MM-DD: of all days, and of the last 30, 60
 * and 90 days.
 */
export const flowsOf = (flows: readonly Flow[], to: string): Flows => {
  const since = (days: number) => {
    const from = toDate(toDay(to) - days + 1);
    return flows.filter(({ date }) => date >= from);
  };
  const [last30, last60, last90] = [since(30), since(60), since(90)];
  return {
    total_inflow_amount: totals(flows, isInflow),
    total_inflow_amount_30d: totals(last30, isInflow),
    total_inflow_amount_60d: totals(last60, isInflow),
    total_inflow_amount_90d: totals(last90, isInflow),
    total_outflow_amount: totals(flows, isOutflow),
    total_outflow_amount_30d: totals(last30, isOutflow),
    total_outflow_amount_60d: totals(last60, isOutflow),
    total_outflow_amount_90d: totals(last90, isOutflow),
  };
};

/** The flows in one currency. */
export const flowsIn = (
  flows: Flows,
  { iso_currency_code, unofficial_currency_code }: Currency,
): FlowTotals => {
  const currency = { iso_currency_code, unofficial_currency_code };
  const toAmount = (list: readonly ReportAmount[]): ReportAmount =>
    list.find((amount) => isSameCurrency(amount, currency)) ?? { amount: 0, ...currency };
  return {
    total_inflow_amount: toAmount(flows.total_inflow_amount),
    total_inflow_amount_30d: toAmount(flows.total_inflow_amount_30d),
    total_inflow_amount_60d: toAmount(flows.total_inflow_amount_60d),
    total_inflow_amount_90d: toAmount(flows.total_inflow_amount_90d),
    total_outflow_amount: toAmount(flows.total_outflow_amount),
    total_outflow_amount_30d: toAmount(flows.total_outflow_amount_30d),
    total_outflow_amount_60d: toAmount(flows.total_outflow_amount_60d),
    total_outflow_amount_90d: toAmount(flows.total_outflow_amount_90d),
  };
};

const isInflow = ({ amount }: Pick<Flow, "amount">): boolean => amount < 0;
const isOutflow = ({ amount }: Pick<Flow, "amount">): boolean => amount > 0;

/** Whether two amounts have the same currency. */
export const isSameCurrency = (currency: Currency, b: Currency): boolean =>
  currency.iso_currency_code === b.iso_currency_code &&
  currency.unofficial_currency_code === b.unofficial_currency_code;

/** The sum of absolute amounts, to the cent. */
const sumFlows = (flows: readonly Pick<Flow, "amount">[]): number =>
  flows.reduce((sum, { amount }) => sum + Math.round(Math.abs(amount) * 100), 0) / 100;

function totals(flows: readonly Flow[], fits: (flow: Flow) => boolean): ReportAmount[] {
  const byCurrency = groupBy(
    flows.filter(fits),
    ({ iso_currency_code, unofficial_currency_code }) =>
      `${iso_currency_code} ${unofficial_currency_code}`,
  );
  return [...byCurrency].toSorted(byKey).flatMap(([, group]) => {
    const [first] = group;
    if (!first) return [];
    const { iso_currency_code, unofficial_currency_code } = first;
    return [{ amount: sumFlows(group), iso_currency_code, unofficial_currency_code }];
  });
}

const GAP_COUNT = 3;

/**
 * Computes the use of an account from its booked transactions in a period. Months without
 * transactions count.
 */
export const accountInsights = (flows: readonly Flow[], period: Period): AccountInsights => {
  const days = [...new Set(flows.map(({ date }) => date))].toSorted().map(toDay);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return NO_INSIGHTS;
  const available = toDay(period.to) - first + 1;
  const months = toMonths(period);
  const flowsByMonth = groupBy(flows, ({ date }) => date.slice(0, 7));
  const counts = (fits: (flow: Flow) => boolean) =>
    months.map(({ month, ...span }) => ({
      ...span,
      count: (flowsByMonth.get(month) ?? []).filter(fits).length,
    }));
  const amounts = (fits: (flow: Flow) => boolean) =>
    months.map(({ month, ...span }) => {
      const group = (flowsByMonth.get(month) ?? []).filter(fits);
      const total = sumFlows(group);
      const mean = group.length === 0 ? 0 : Math.round((total * 100) / group.length) / 100;
      return { ...span, total_amount: money(total), average_amount: money(mean) };
    });
  const { iso_currency_code = null, unofficial_currency_code = null } = flows[0] ?? {};
  const money = (amount: number): ReportAmount => ({
    amount,
    iso_currency_code,
    unofficial_currency_code,
  });
  return {
    oldest_transaction_date: toDate(first),
    most_recent_transaction_date: toDate(last),
    days_available: available,
    ...(days.length > 1 && {
      average_days_between_transactions:
        Math.round(((last - first) / (days.length - 1)) * 100) / 100,
    }),
    longest_gaps_between_transactions: longestGaps(days),
    number_of_days_no_transactions: available - days.length,
    number_of_inflows: counts(isInflow),
    average_inflow_amounts: amounts(isInflow),
    number_of_outflows: counts(isOutflow),
    average_outflow_amounts: amounts(isOutflow),
  };
};

const NO_INSIGHTS: AccountInsights = {
  oldest_transaction_date: null,
  most_recent_transaction_date: null,
  days_available: 0,
  longest_gaps_between_transactions: [],
  number_of_days_no_transactions: 0,
  number_of_inflows: [],
  average_inflow_amounts: [],
  number_of_outflows: [],
  average_outflow_amounts: [],
};

function longestGaps(days: readonly number[]) {
  return days
    .slice(1)
    .map((end, at) => ({ start: days[at] ?? end, end }))
    .toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)
    .slice(0, GAP_COUNT)
    .map(({ start, end }) => ({
      start_date: toDate(start),
      end_date: toDate(end),
      days: end - start,
    }));
}

/** The calendar months of a period, cut to the period. */
function toMonths({ from, to }: Period) {
  const [first, last] = [toDay(from), toDay(to)];
  const days = Array.from({ length: last - first + 1 }, (_, at) => toDate(first + at));
  return [...groupBy(days, (date) => date.slice(0, 7))].map(([month, dates]) => ({
    month,
    start_date: dates[0] ?? from,
    end_date: dates.at(-1) ?? to,
  }));
}
