import type {
  BaseReport,
  BaseReportAttributes,
  BaseReportItem,
} from "../../../../protocol/base-report.ts";
import { periodOfDays } from "../../asset-reports/asset-report.ts";
import { dateOf, dayOf } from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { cashFlowOf } from "../cash-flow/cash-flow.ts";
import { shortfallFee } from "../cash-flow/transaction-kinds.ts";
import type { LinkedAccount, LinkedItem } from "../linked-item.ts";
import { accountInBaseReport, bookedFlows } from "./account-in-base-report.ts";
import { flowsOf } from "./flows.ts";

/** The ids of a report, and the days that it covers; `now` is in ms since 1970. */
export type ReportRequest = {
  reportId: string;
  clientReportId: string | null;
  daysRequested: number;
  now: number;
};

/** A Base Report of a consumer's Items, as they were when their data was read. */
export const makeBaseReport = (
  items: readonly LinkedItem[],
  { reportId, clientReportId, daysRequested, now }: ReportRequest,
): BaseReport => {
  const period = periodOfDays(daysRequested, now);
  const accounts = items.flatMap((item) => item.accounts);
  const history = historyOf(accounts, period);
  return {
    report_id: reportId,
    client_report_id: clientReportId,
    date_generated: new Date(now).toISOString(),
    days_requested: daysRequested,
    items: items.map((item) => itemInBaseReport(item, period, history)),
    attributes: attributesOf(items, period),
    cash_flow: cashFlowOf(accounts, history ?? period),
  };
};

/**
 * Returns the period of every average in a report: from the oldest booked transaction of any account on. Null
 * without transactions.
 */
function historyOf(accounts: readonly LinkedAccount[], { from, to }: Period): Period | null {
  const dates = accounts
    .flatMap(({ transactions }) => transactions)
    .filter(({ pending, date }) => !pending && from <= date && date <= to)
    .map(({ date }) => date);
  return dates.length === 0 ? null : { from: dates.reduce((a, b) => (a < b ? a : b)), to };
}

/** An Item as a Base Report shows it; a large report can be made and stored Item by Item. */
const itemInBaseReport = (
  item: LinkedItem,
  period: Period,
  history: Period | null,
): BaseReportItem => ({
  institution_name: item.institutionName,
  institution_id: item.institutionId,
  date_last_updated: new Date(item.updatedAt).toISOString(),
  item_id: item.itemId,
  accounts: item.accounts.map((account) =>
    accountInBaseReport(account, { period, history }, item.updatedAt),
  ),
});

/** Computes the inflows, outflows and fees for a lack of funds on all the depository accounts of a report. */
const attributesOf = (items: readonly LinkedItem[], period: Period): BaseReportAttributes => {
  const flows = items
    .flatMap(({ accounts }) => accounts)
    .filter(({ account }) => account.type === "depository")
    .flatMap((account) => bookedFlows(account, period));
  const fees = flows.filter((flow) => shortfallFee(flow) !== null);
  const since = (days: number) => {
    const from = dateOf(dayOf(period.to) - days + 1);
    return fees.filter(({ date }) => date >= from).length;
  };
  return {
    ...flowsOf(flows, period.to),
    nsf_overdraft_transactions_count: fees.length,
    nsf_overdraft_transactions_count_30d: since(30),
    nsf_overdraft_transactions_count_60d: since(60),
    nsf_overdraft_transactions_count_90d: since(90),
  };
};
