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
import type { LinkedItem } from "../linked-item.ts";
import { accountInBaseReport, bookedFlows } from "./account-in-base-report.ts";
import { flowsOf } from "./flows.ts";

/** What identifies a report, and how far it looks back; `now` is in ms since 1970. */
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
): BaseReport => ({
  report_id: reportId,
  client_report_id: clientReportId,
  date_generated: new Date(now).toISOString(),
  days_requested: daysRequested,
  items: items.map((item) => itemInBaseReport(item, periodOfDays(daysRequested, now))),
  attributes: attributesOf(items, periodOfDays(daysRequested, now)),
  cash_flow: cashFlowOf(
    items.flatMap(({ accounts }) => accounts),
    periodOfDays(daysRequested, now),
  ),
});

/** An Item as a Base Report shows it; a large report can be made and stored Item by Item. */
const itemInBaseReport = (item: LinkedItem, period: Period): BaseReportItem => ({
  institution_name: item.institutionName,
  institution_id: item.institutionId,
  date_last_updated: new Date(item.updatedAt).toISOString(),
  item_id: item.itemId,
  accounts: item.accounts.map((account) => accountInBaseReport(account, period, item.updatedAt)),
});

/** What came in, went out and was charged for a lack of money on all the depository accounts of a report. */
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
