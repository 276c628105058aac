import { createHash } from "node:crypto";
import type { ReportAmount } from "../../../../protocol/reports/base-report.ts";
import type {
  IncomeAccount,
  IncomeInsights,
  IncomeSummary,
} from "../../../../protocol/reports/income-insights.ts";
import type { IncomeSource } from "../../../../protocol/reports/income-source.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { periodOfDays } from "../../asset-reports/asset-report.ts";
import {
  dayAt,
  firstDayOf,
  lastDayOf,
  monthOfDate,
  toDate,
  toDay,
  toMonth,
} from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import {
  createPace,
  filterInTurns,
  groupInTurns,
  mapInTurns,
  sortInTurns,
} from "../../jobs/in-turns.ts";
import { byKey } from "../../order.ts";
import type { ReportRequest } from "../base-report/make-base-report.ts";
import type { LinkedItem } from "../linked-item.ts";
import { distinctAccounts } from "./distinct-accounts.ts";
import { findIncomeStreams, type IncomeStream } from "./find-income-streams.ts";
import { forecastOf, MONTH_DAYS, monthlyInterval } from "./income-forecast.ts";
import { incomeCategory, incomeStreams, userMetrics } from "./income-streams.ts";

/**
 * The income insights of a consumer's Items. A source paid to several accounts counts once. Other
 * requests are served in between.
 */
export const makeIncomeInsights = async (
  items: readonly LinkedItem[],
  { reportId, clientReportId, daysRequested, now }: ReportRequest,
): Promise<IncomeInsights> => {
  const today = dayAt(now);
  const period = periodOfDays(daysRequested, now);
  const sources: IncomeSource[] = [];
  const pace = createPace();
  for (const stream of await findIncomeStreams(await distinctAccounts(items), period)) {
    const source = await toIncomeSource(stream, today);
    if (source) sources.push(source);
    await pace(STEPS_OF_SOURCE + stream.payments.length);
  }
  const shown: IncomeInsights["items"] = [];
  for (const item of items) shown.push(await itemInInsights(item, sources, period));
  return {
    report_id: reportId,
    client_report_id: clientReportId,
    generated_time: new Date(now).toISOString(),
    days_requested: daysRequested,
    items: shown,
    income_streams: await incomeStreams(sources, items, today),
    user_summary: { income_metrics: userMetrics(sources, today) },
    bank_income_summary: await incomeSummary(sources, today),
  };
};

/** The number of steps that a source's fields count as. */
const STEPS_OF_SOURCE = 20;

async function itemInInsights(
  item: LinkedItem,
  sources: readonly IncomeSource[],
  period: Period,
): Promise<IncomeInsights["items"][number]> {
  const accountIds = new Set(item.accounts.map(({ account }) => account.account_id));
  const accounts = await incomeAccounts(item, period);
  return {
    item_id: item.itemId,
    institution_id: item.institutionId,
    institution_name: item.institutionName,
    last_updated_time: new Date(item.updatedAt).toISOString(),
    accounts,
    bank_income_accounts: accounts,
    bank_income_sources: sources.filter(({ account_id }) => accountIds.has(account_id)),
  };
}

/** The accounts of an Item that can receive income. */
async function incomeAccounts(item: LinkedItem, { from, to }: Period): Promise<IncomeAccount[]> {
  const shown: IncomeAccount[] = [];
  const pace = createPace();
  for (const { account, owners, transactions } of item.accounts) {
    if (account.type !== "depository") continue;
    const start = min(
      transactions.map(({ date }) => date).filter((date) => from <= date && date <= to),
    );
    shown.push({
      account_id: account.account_id,
      mask: account.mask,
      metadata: { start_date: start, end_date: start === null ? null : to },
      name: account.name,
      official_name: account.official_name,
      type: "depository",
      subtype: account.subtype,
      owners: [...owners],
    });
    await pace(transactions.length);
  }
  return shown;
}

/** A stream as the API shows it on a day; null without payments. */
const toIncomeSource = async (
  stream: IncomeStream,
  today: number,
): Promise<IncomeSource | null> => {
  const { payments, category, cycle, payer } = stream;
  const [first, last] = [payments[0], payments.at(-1)];
  if (!first || !last) return null;
  const forecast = forecastOf(stream, today);
  const total = sumPayments(payments);
  const regular = payments.filter(({ isBonus }) => !isBonus);
  const until = forecast.isActive ? today : last.day;
  const days = Math.max(MONTH_DAYS, until - first.day + 1);
  const description = toDescription(last.transaction);
  const historical_summary: IncomeSource["historical_summary"] = [];
  for (const [month, each] of await groupInTurns(payments, ({ day }) => toMonth(day)))
    historical_summary.push(await monthOfSource(month, each));
  return {
    income_source_id: createHash("sha256").update(stream.key).digest("base64url").slice(0, 20),
    account_id: last.accountId,
    account_ids: [...new Set(payments.map(({ accountId }) => accountId))].toSorted(),
    income_provider: { name: payer.name, is_normalized: payer.isNormalized },
    income_description: description,
    income_category: incomeCategory(category, description),
    income_kind: category,
    employer: { name: category === "SALARY" ? payer.name : null },
    pay_frequency: cycle.frequency === "IRREGULAR" ? "UNKNOWN" : cycle.frequency,
    status: forecast.isActive ? "ACTIVE" : "INACTIVE",
    start_date: first.transaction.date,
    end_date: last.transaction.date,
    next_payment_date: forecast.nextDay === null ? null : toDate(forecast.nextDay),
    next_payment_amount: forecast.nextCents === null ? null : units(forecast.nextCents),
    transaction_count: payments.length,
    bonus_count: payments.length - regular.length,
    total_amount: units(total),
    average_amount:
      regular.length === 0 ? 0 : units(Math.round(sumPayments(regular) / regular.length)),
    historical_average_monthly_income: units(Math.round((total / days) * MONTH_DAYS)),
    forecasted_average_monthly_income: units(forecast.monthlyCents),
    forecasted_average_monthly_income_prediction_intervals: forecast.isActive
      ? monthlyInterval(payments, today)
      : [],
    iso_currency_code: first.transaction.iso_currency_code,
    unofficial_currency_code: first.transaction.unofficial_currency_code,
    historical_summary,
    transactions: await mapInTurns(payments, ({ transaction, isBonus }) => ({
      transaction_id: transaction.transaction_id,
      account_id: transaction.account_id,
      date: transaction.date,
      amount: -transaction.amount,
      is_bonus: isBonus,
    })),
    confidence: confidenceIn(stream),
  };
};

async function monthOfSource(
  month: number,
  payments: IncomeStream["payments"],
): Promise<IncomeSource["historical_summary"][number]> {
  const total = units(sumPayments(payments));
  const currencies = payments.slice(0, 1).map(({ transaction }) => toCurrency(transaction));
  return {
    start_date: toDate(firstDayOf(month)),
    end_date: toDate(lastDayOf(month)),
    total_amount: total,
    total_amounts: currencies.map((currency) => ({ amount: total, ...currency })),
    transaction_count: payments.length,
    transactions: await mapInTurns(payments, ({ transaction, isBonus }) => ({
      transaction_id: transaction.transaction_id,
      amount: transaction.amount,
      date: transaction.date,
      original_description: toDescription(transaction),
      pending: false,
      ...(isBonus && { bonus_type: "BONUS_ONLY" as const }),
      ...toCurrency(transaction),
    })),
  };
}

const toDescription = ({ original_description, name }: Transaction): string =>
  original_description ?? name;

/**
 * The confidence that a stream is income and will continue, from its words, its cycle, and the
 * number of payments.
 */
function confidenceIn({ isEvident, cycle, payments }: IncomeStream): number {
  const words = isEvident ? 0.6 : 0.3;
  const regularity = cycle.schedule ? 0.25 * cycle.fit : 0;
  const experience = 0.15 * Math.min(1, payments.length / 6);
  return Math.round((words + regularity + experience) * 100) / 100;
}

const sumPayments = (payments: readonly { cents: number }[]): number =>
  payments.reduce((sum, { cents }) => sum + cents, 0);

const units = (cents: number): number => cents / 100;

const YEAR_DAYS = 365;

/** All sources of a consumer's income together, on a day since 1970. */
const incomeSummary = async (
  sources: readonly IncomeSource[],
  today: number,
): Promise<IncomeSummary> => {
  const payments = await mapInTurns(paymentsOf(sources), (payment) => payment);
  const amounts = (amountOf: (source: IncomeSource) => number) =>
    totals(sources.map((source) => ({ ...toCurrency(source), amount: amountOf(source) })));
  const byMonth = await groupInTurns(payments, ({ date }) => monthOfDate(date));
  const first = min(sources.map(({ start_date }) => start_date));
  const last = max(sources.map(({ end_date }) => end_date));
  const lastYear = await filterInTurns(payments, ({ date }) => toDay(date) > today - YEAR_DAYS);
  const total = await totals(payments);
  const history = await groupInTurns(
    sources.flatMap(({ historical_summary }) => historical_summary),
    ({ start_date }) => start_date,
  );
  const months: IncomeSummary["historical_summary"] = [];
  for (const [month, each] of [...byMonth].toSorted(([a], [b]) => a - b)) {
    const start_date = toDate(firstDayOf(month));
    const transactions = (history.get(start_date) ?? []).flatMap((summary) => summary.transactions);
    months.push({
      start_date,
      end_date: toDate(lastDayOf(month)),
      total_amounts: await totals(each),
      transaction_count: each.length,
      transactions: await sortInTurns(transactions, oldestFirst),
    });
  }
  return {
    ...(first !== null && last !== null && { start_date: first, end_date: last }),
    income_sources_count: sources.length,
    active_income_sources_count: sources.filter(({ status }) => status === "ACTIVE").length,
    income_categories_count: new Set(sources.map((source) => source.income_category)).size,
    income_transactions_count: payments.length,
    total_amounts: total,
    historical_average_monthly_income: perMonth(total, first, today),
    historical_annual_income: await totals(lastYear),
    forecasted_average_monthly_income: await amounts(
      (source) => source.forecasted_average_monthly_income,
    ),
    forecasted_annual_income: await amounts(
      (source) => source.forecasted_average_monthly_income * 12,
    ),
    historical_summary: months,
  };
};

function* paymentsOf(sources: readonly IncomeSource[]) {
  for (const source of sources)
    for (const { date, amount } of source.transactions)
      yield { ...toCurrency(source), date, amount };
}

const oldestFirst = (a: { date: string }, b: { date: string }): number =>
  a.date < b.date ? -1 : Number(a.date > b.date);

/** The totals per month, over the time since the first payment. */
function perMonth(total: readonly ReportAmount[], first: string | null, today: number) {
  if (first === null) return [];
  const months = Math.max(1, (today - toDay(first) + 1) / (365.25 / 12));
  return total.map((sum) => ({ ...sum, amount: Math.round((sum.amount * 100) / months) / 100 }));
}

async function totals(amounts: readonly ReportAmount[]): Promise<ReportAmount[]> {
  const byCurrency = await groupInTurns(amounts, (amount) =>
    JSON.stringify(Object.values(toCurrency(amount))),
  );
  return [...byCurrency].toSorted(byKey).flatMap(([, group]) => {
    const [first] = group;
    if (!first) return [];
    const cents = group.reduce((sum, payment) => sum + Math.round(payment.amount * 100), 0);
    return [{ amount: cents / 100, ...toCurrency(first) }];
  });
}

type Currency = Pick<ReportAmount, "iso_currency_code" | "unofficial_currency_code">;

const toCurrency = ({ iso_currency_code, unofficial_currency_code }: Currency): Currency => ({
  iso_currency_code,
  unofficial_currency_code,
});

const min = (dates: readonly string[]): string | null =>
  dates.reduce<string | null>(
    (least, date) => (least !== null && least < date ? least : date),
    null,
  );
const max = (dates: readonly string[]): string | null =>
  dates.reduce<string | null>((most, date) => (most !== null && most > date ? most : date), null);
