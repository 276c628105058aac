import type { IncomeSource } from "../../../../protocol/reports/income-source.ts";
import type {
  MonitoredCategory,
  MonitoringInsights,
} from "../../../../protocol/reports/monitoring-insights.ts";
import { dayAt, toDate } from "../../calendar.ts";
import { groupBy } from "../../group-by.ts";
import { sumAmounts } from "../cash-flow/amounts.ts";
import { makeIncomeInsights } from "../income/make-income-insights.ts";
import type { LinkedItem } from "../linked-item.ts";
import { type ConnectedItem, makeNetworkInsights } from "../make-network-insights.ts";

/** The number of days of history for the insights. */
export const MONITORED_DAYS = 731;

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;

type Request = { now: number; incomeCategories: readonly MonitoredCategory[] | null };

/**
 * The insights of an Item at a moment, from its stored transactions. Amounts are in the currency of
 * most deposit accounts. Other requests are served in between.
 */
export const makeMonitoringInsights = async (
  item: ConnectedItem,
  { now, incomeCategories }: Request,
): Promise<MonitoringInsights> => {
  const request = { reportId: "", clientReportId: null, now };
  const { items } = await makeIncomeInsights([item], { ...request, daysRequested: MONITORED_DAYS });
  const currency = mainCurrency(item);
  const sources = items
    .flatMap(({ bank_income_sources }) => bank_income_sources)
    .filter((source) => incomeCategories?.includes(source.income_category) ?? true)
    .filter((source) => toCurrency(source) === currency);
  const active = sources.filter(({ status }) => status === "ACTIVE");
  const since = (days: number) => ({
    current_amount: incomeSince(sources, toDate(dayAt(now) - days + 1)),
  });
  const forecasts = active.map((source) => source.forecasted_average_monthly_income);
  const { lenders, network_attributes: counts } = await makeNetworkInsights([item], {
    ...request,
    daysRequested: MONTH_DAYS,
  });
  return {
    income: {
      total_monthly_income: since(MONTH_DAYS),
      income_sources_counts: { current_count: active.length },
      forecasted_monthly_income: { current_amount: sumAmounts(forecasts) },
      historical_annual_income: since(YEAR_DAYS),
      income_sources: sources.map((source) => ({
        income_source_id: source.income_source_id,
        income_description: source.income_description,
        income_category: source.income_category,
        last_transaction_date: source.end_date,
      })),
    },
    loans: {
      loan_payments_counts: { current_count: counts.loan_payments_count_30d },
      loan_disbursements_count: counts.loan_disbursements_count_30d,
      loan_payment_merchants_counts: {
        current_count: lenders.filter(({ payments_count }) => payments_count > 0).length,
      },
    },
  };
};

const incomeSince = (sources: readonly IncomeSource[], start: string): number =>
  sumAmounts(
    sources.flatMap(({ transactions }) =>
      transactions.filter(({ date }) => date >= start).map(({ amount }) => amount),
    ),
  );

type Currency = Pick<IncomeSource, "iso_currency_code" | "unofficial_currency_code">;

const toCurrency = ({ iso_currency_code, unofficial_currency_code }: Currency): string =>
  JSON.stringify([iso_currency_code, unofficial_currency_code]);

/** The currency of most of an Item's deposit accounts; undefined without such accounts. */
function mainCurrency({ accounts }: LinkedItem): string | undefined {
  const cash = accounts.filter(({ account }) => account.type === "depository");
  const groups = groupBy(cash, ({ account }) => toCurrency(account.balances));
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
