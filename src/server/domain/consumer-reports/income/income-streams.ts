import type {
  IncomeMetrics,
  IncomeStreamShape,
} from "../../../../protocol/reports/income-insights.ts";
import type {
  IncomeCategory,
  IncomeKind,
  IncomeSource,
} from "../../../../protocol/reports/income-source.ts";
import { toDay } from "../../calendar.ts";
import { groupBy } from "../../group-by.ts";
import { createPace, mapInTurns } from "../../jobs/in-turns.ts";
import type { LinkedItem } from "../linked-item.ts";
import { MONTH_DAYS } from "./income-forecast.ts";

/** The category of a kind of income, limited to values that typed clients know. */
export const incomeCategory = (kind: IncomeKind, description: string): IncomeCategory => {
  if (kind === "SELF_EMPLOYMENT") return "OTHER";
  if (kind !== "BENEFITS") return kind;
  return UNEMPLOYMENT.test(description) ? "UNEMPLOYMENT" : "BENEFIT_OTHER";
};

const UNEMPLOYMENT = /\bUNEMPLOY|\bUI (BENEFIT|PAY)/i;

type StreamCategory = IncomeStreamShape["insights"]["income_category"];

/** The primary and detailed category of each kind of income. */
const STREAM_CATEGORIES: { readonly [K in IncomeKind]: StreamCategory } = {
  SALARY: { primary: "EARNED_INCOME", secondary: "SALARY" },
  GIG_ECONOMY: { primary: "EARNED_INCOME", secondary: "GIG_ECONOMY" },
  SELF_EMPLOYMENT: { primary: "EARNED_INCOME", secondary: "SELF_EMPLOYED" },
  BENEFITS: { primary: "BENEFITS", secondary: "OTHER" },
  RETIREMENT: { primary: "RETIREMENT", secondary: "OTHER" },
  BANK_INTEREST: { primary: "INTEREST", secondary: "OTHER" },
  RENTAL: { primary: "RENTAL", secondary: "OTHER" },
  OTHER: { primary: "OTHER", secondary: "OTHER" },
};

const streamCategory = ({ income_kind, income_category }: IncomeSource): StreamCategory =>
  income_category === "UNEMPLOYMENT"
    ? { primary: "BENEFITS", secondary: "UNEMPLOYMENT" }
    : STREAM_CATEGORIES[income_kind];

/** The sources of income as streams, on a day counted from 1970. */
export const incomeStreams = async (
  sources: readonly IncomeSource[],
  items: readonly LinkedItem[],
  today: number,
): Promise<IncomeStreamShape[]> => {
  const itemIds = new Map(
    items.flatMap(({ itemId, accounts }) =>
      accounts.map(({ account }) => [account.account_id, itemId] as const),
    ),
  );
  const streams: IncomeStreamShape[] = [];
  const pace = createPace();
  for (const source of sources) {
    const descriptions = new Map<string, string>();
    for (const { transactions } of source.historical_summary)
      for (const { transaction_id, original_description } of transactions)
        descriptions.set(transaction_id, original_description);
    const { next_payment_date: next } = source;
    streams.push({
      income_stream_id: source.income_source_id,
      start_date: source.start_date,
      end_date: source.end_date,
      description: source.income_description,
      insights: {
        income_category: streamCategory(source),
        pay_frequency: source.pay_frequency,
        income_provider: source.income_provider,
        status: source.status,
        next_payment: next === null ? null : { date: next },
      },
      income_metrics: metricsOf([source], today),
      transactions: await mapInTurns(source.transactions, ({ is_bonus, ...payment }) => ({
        transaction_id: payment.transaction_id,
        item_id: itemIds.get(payment.account_id) ?? "",
        account_id: payment.account_id,
        amount: -payment.amount,
        date: payment.date,
        original_description: descriptions.get(payment.transaction_id) ?? source.income_description,
        ...toCurrency(source),
        outlier: {
          is_outlier: is_bonus,
          ...(is_bonus && { amount: cents(payment.amount - source.average_amount) }),
        },
      })),
    });
    await pace(source.transactions.length);
  }
  return streams;
};

/** The metrics over all sources, one per currency. */
export const userMetrics = (sources: readonly IncomeSource[], today: number): IncomeMetrics[] =>
  [...groupBy(sources, (source) => JSON.stringify(Object.values(toCurrency(source)))).values()].map(
    (group) => metricsOf(group, today),
  );

/** The number of days that count as recent. */
const RECENT_DAYS = 91;

/** The metrics of the sources in a currency. */
function metricsOf(sources: readonly IncomeSource[], today: number): IncomeMetrics {
  const recent = sources
    .flatMap(({ transactions }) => transactions)
    .filter(({ date }) => toDay(date) > today - RECENT_DAYS);
  const total = recent.reduce((sum, { amount }) => sum + amount, 0);
  const projected = sources.reduce(
    (sum, { forecasted_average_monthly_income }) => sum + forecasted_average_monthly_income,
    0,
  );
  const [first] = sources;
  return {
    current: toIncome((total / RECENT_DAYS) * MONTH_DAYS),
    projected: toIncome(projected),
    iso_currency_code: first?.iso_currency_code ?? null,
    unofficial_currency_code: first?.unofficial_currency_code ?? null,
  };
}

function toIncome(monthly: number): IncomeMetrics["current"] {
  const both = (amount: number) => ({ gross_income: amount, net_income: amount });
  return { monthly: both(cents(monthly)), annual: both(cents(monthly * 12)) };
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

const toCurrency = ({ iso_currency_code, unofficial_currency_code }: IncomeSource) => ({
  iso_currency_code,
  unofficial_currency_code,
});
