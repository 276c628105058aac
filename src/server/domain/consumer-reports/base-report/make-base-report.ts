import type { HistoricalBalance } from "../../../../protocol/reports/asset-report.ts";
import type {
  BaseReport,
  BaseReportAccount,
  BaseReportAttributes,
  BaseReportItem,
  MonthlyBalance,
  ReportAmount,
  ShortfallCounts,
} from "../../../../protocol/reports/base-report.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { accountInReport } from "../../asset-reports/account-writer.ts";
import { periodOfDays } from "../../asset-reports/asset-report.ts";
import { ownershipType } from "../../asset-reports/ownership-type.ts";
import { toDate, toDay } from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { groupBy } from "../../group-by.ts";
import { filterInTurns } from "../../jobs/in-turns.ts";
import { yieldToEventLoop } from "../../jobs/yield-to-event-loop.ts";
import { makeCashFlow } from "../cash-flow/cash-flow.ts";
import { shortfallFee } from "../cash-flow/transaction-kinds.ts";
import type { LinkedAccount, LinkedItem } from "../linked-item.ts";
import { accountInsights, flowsIn, flowsOf, isSameCurrency } from "./flows.ts";

/** The ids of a report, and the number of its days; `now` is in ms since 1970. */
export type ReportRequest = {
  reportId: string;
  clientReportId: string | null;
  daysRequested: number;
  now: number;
};

/**
 * Builds a Base Report of a consumer's Items from the data as it was read. Other requests are
 * served in between.
 */
export const makeBaseReport = async (
  items: readonly LinkedItem[],
  { reportId, clientReportId, daysRequested, now }: ReportRequest,
): Promise<BaseReport> => {
  const period = periodOfDays(daysRequested, now);
  const accounts = items.flatMap((item) => item.accounts);
  const history = toHistory(accounts, period);
  const shown: BaseReportItem[] = [];
  for (const item of items) shown.push(await itemInBaseReport(item, period, history));
  const attributes = await makeAttributes(items, period);
  return {
    report_id: reportId,
    client_report_id: clientReportId,
    date_generated: new Date(now).toISOString(),
    days_requested: daysRequested,
    items: shown,
    attributes,
    cash_flow: await makeCashFlow(accounts, history ?? period),
  };
};

/**
 * Returns the period for all averages in a report, from the oldest booked transaction of any
 * account on. Null without transactions.
 */
function toHistory(accounts: readonly LinkedAccount[], { from, to }: Period): Period | null {
  const oldest = oldestBooked(
    accounts.map(({ transactions }) =>
      transactions.filter(({ date }) => from <= date && date <= to),
    ),
  );
  return oldest === null ? null : { from: oldest, to };
}

/** The day of the oldest booked transaction, which starts the averages; null without one. */
export const oldestBooked = (
  accounts: readonly (readonly Pick<Transaction, "pending" | "date">[])[],
): string | null =>
  accounts
    .flat()
    .filter(({ pending }) => !pending)
    .reduce<string | null>(
      (oldest, { date }) => (oldest === null || date < oldest ? date : oldest),
      null,
    );

/** An Item in a Base Report. A large report can be made and stored Item by Item. */
const itemInBaseReport = async (
  item: LinkedItem,
  period: Period,
  history: Period | null,
): Promise<BaseReportItem> => {
  const accounts: BaseReportAccount[] = [];
  for (const account of item.accounts)
    accounts.push(await accountInBaseReport(account, { period, history }, item.updatedAt));
  return {
    institution_name: item.institutionName,
    institution_id: item.institutionId,
    date_last_updated: new Date(item.updatedAt).toISOString(),
    item_id: item.itemId,
    accounts,
  };
};

/** Computes the inflows, outflows and shortfall fees over all depository accounts of a report. */
const makeAttributes = async (
  items: readonly LinkedItem[],
  period: Period,
): Promise<BaseReportAttributes> => {
  const accounts = items
    .flatMap((item) => item.accounts)
    .filter(({ account }) => account.type === "depository");
  const flows = accounts.flatMap((account) => bookedFlows(account, period));
  await yieldToEventLoop();
  const lists = flowsOf(flows, period.to);
  await yieldToEventLoop();
  const [main = DOLLARS, ...others] = [
    ...groupBy(accounts, ({ account: { balances } }) =>
      JSON.stringify([balances.iso_currency_code, balances.unofficial_currency_code]),
    ).values(),
  ]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([first]) => first?.account.balances ?? []);
  return {
    ...flowsIn(lists, main),
    ...(await makeShortfalls(flows, period.to)),
    other_currencies: others.map((currency) => flowsIn(lists, currency)),
  };
};

/** The currency of a report without a depository account: its institutions are in the US. */
const DOLLARS = { iso_currency_code: "USD", unofficial_currency_code: null };

/**
 * Counts the shortfall fees up to a day, YYYY-MM-DD: of all days, and of the last 30, 60 and 90
 * days.
 */
const makeShortfalls = async (
  flows: readonly Transaction[],
  to: string,
): Promise<ShortfallCounts> => {
  const fees = await filterInTurns(flows, (flow) => shortfallFee(flow) !== null);
  const since = (days: number) => {
    const from = toDate(toDay(to) - days + 1);
    return fees.filter(({ date }) => date >= from).length;
  };
  return {
    nsf_overdraft_transactions_count: fees.length,
    nsf_overdraft_transactions_count_30d: since(30),
    nsf_overdraft_transactions_count_60d: since(60),
    nsf_overdraft_transactions_count_90d: since(90),
  };
};

/** The requested period, and the period of the averages; null without transactions. */
type Periods = { period: Period; history: Period | null };

/** Builds an account of a Base Report over a period. `updatedAt` is the time of its balances. */
const accountInBaseReport = async (
  { account, owners, transactions }: LinkedAccount,
  { period, history: averaged }: Periods,
  updatedAt: number,
): Promise<BaseReportAccount> => {
  const { summary, history } = await accountInReport(account, owners, transactions, period);
  await yieldToEventLoop();
  const { margin_loan_amount: _, ...balances } = summary.balances;
  const flows = bookedFlows({ account, transactions }, period);
  const insights = accountInsights(flows, averaged ?? period);
  await yieldToEventLoop();
  const lists = flowsOf(flows, period.to);
  await yieldToEventLoop();
  const from = history.transactions.at(-1)?.date ?? null;
  const balancesInPeriod = history.historical_balances.filter(
    ({ date }) => averaged !== null && date >= averaged.from,
  );
  const { days_available, account_id, mask, name, official_name, type, subtype } = summary;
  return {
    account_id,
    balances: {
      ...balances,
      last_updated_datetime: new Date(updatedAt).toISOString(),
      ...balanceAverages(balancesInPeriod),
    },
    consumer_disputes: [],
    mask,
    metadata: { start_date: from, end_date: from === null ? null : period.to },
    name,
    official_name,
    type,
    subtype,
    days_available,
    transactions: history.transactions,
    owners: summary.owners,
    ownership_type: ownershipType(owners),
    historical_balances: history.historical_balances,
    account_insights: insights,
    attributes: {
      ...flowsIn(lists, account.balances),
      ...(await makeShortfalls(flows, period.to)),
    },
  };
};

/** The booked transactions of an account in a period, in the account's own currency. */
const bookedFlows = (
  { account, transactions }: Pick<LinkedAccount, "account" | "transactions">,
  { from, to }: Period,
): Transaction[] =>
  transactions.filter(
    (transaction) =>
      !transaction.pending &&
      from <= transaction.date &&
      transaction.date <= to &&
      isSameCurrency(transaction, account.balances),
  );

/** The averages and the minimum of an account's balances over time. */
type BalanceAverages = {
  average_balance: number | null;
  minimum_balance: number | null;
  most_recent_thirty_day_average_balance: number | null;
  most_recent_sixty_day_average_balance: number | null;
  most_recent_ninety_day_average_balance: number | null;
  average_monthly_balances: MonthlyBalance[];
};

/** Computes averages over balances at the end of each day, newest first; null without balances. */
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
  const [mean, min] = [average(days), minimum(days)];
  if (!first || !last || mean === null || min === null) return [];
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
      minimum_balance: money(min),
    },
  ];
}

function byMonth(oldestFirst: readonly HistoricalBalance[]): HistoricalBalance[][] {
  return [...groupBy(oldestFirst, ({ date }) => date.slice(0, 7)).values()];
}

/** The average to the cent; null without days. */
function average(days: readonly HistoricalBalance[]): number | null {
  if (days.length === 0) return null;
  const sum = days.reduce((all, { current }) => all + current, 0);
  return Math.round((sum / days.length) * 100) / 100;
}

function minimum(days: readonly HistoricalBalance[]): number | null {
  return days.length === 0
    ? null
    : days.reduce((min, { current }) => Math.min(min, current), Number.POSITIVE_INFINITY);
}
