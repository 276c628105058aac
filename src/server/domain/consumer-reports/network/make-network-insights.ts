import type { NetworkInsights } from "../../../../protocol/network-insights.ts";
import { periodOfDays } from "../../asset-reports/asset-report.ts";
import { dateOf, dayAt } from "../../calendar.ts";
import type { ReportRequest } from "../base-report/make-base-report.ts";
import { groupBy } from "../cash-flow/group-by.ts";
import { distinctAccounts } from "../income/distinct-accounts.ts";
import { ownerNames } from "../income/persons.ts";
import type { LinkedItem } from "../linked-item.ts";
import { isPayment, lendersIn, lenderTransactions, ownLenders } from "./lenders.ts";

/** An Item, and when it was linked, in ms since 1970. */
export type ConnectedItem = LinkedItem & { connectedAt: number };

/**
 * The network insights of a user's Items under one client. The network is this server's own: nothing of
 * other clients, and nothing that is not in the Items, goes into them.
 */
export const makeNetworkInsights = (
  items: readonly ConnectedItem[],
  { reportId, clientReportId, daysRequested, now }: ReportRequest,
): NetworkInsights => {
  const today = dayAt(now);
  const { from, to } = periodOfDays(daysRequested, now);
  const accounts = distinctAccounts(items);
  const postedTransactions = accounts
    .filter(({ account }) => account.type === "depository")
    .flatMap(({ transactions }) => transactions)
    .filter(({ pending, date }) => !pending && from <= date && date <= to);
  const withLenders = lenderTransactions(
    postedTransactions,
    ownerNames(accounts),
    ownLenders(items),
  );
  const lenders = lendersIn(withLenders);
  const [payments, disbursements] = [
    withLenders.filter(isPayment),
    withLenders.filter((transaction) => !isPayment(transaction)),
  ];
  const since = (list: typeof withLenders, days: number) => {
    const start = dateOf(today - days + 1);
    return list.filter(({ transaction }) => transaction.date >= start).length;
  };
  const ofKind = (kind: string) => lenders.filter((lender) => lender.kind === kind).length;
  const daysSince = items.map(({ connectedAt }) => Math.max(0, today - dayAt(connectedAt)));
  const byType = groupBy(accounts, ({ account }) => account.type);
  return {
    report_id: reportId,
    client_report_id: clientReportId,
    generated_time: new Date(now).toISOString(),
    days_requested: daysRequested,
    items: items.map(({ itemId, institutionId, institutionName }) => ({
      item_id: itemId,
      institution_id: institutionId,
      institution_name: institutionName,
    })),
    network_attributes: {
      items_count: items.length,
      institutions_count: new Set(items.map(({ institutionId }) => institutionId)).size,
      accounts_count: accounts.length,
      accounts_count_by_type: Object.fromEntries(
        [...byType].toSorted().map(([type, group]) => [type, group.length]),
      ),
      days_since_first_connection: items.length === 0 ? null : Math.max(...daysSince),
      days_since_last_connection: items.length === 0 ? null : Math.min(...daysSince),
      lenders_count: lenders.length,
      loan_lenders_count: ofKind("LOAN"),
      installment_lenders_count: ofKind("INSTALLMENTS"),
      cash_advance_lenders_count: ofKind("CASH_ADVANCE"),
      loan_payments_count: payments.length,
      loan_payments_count_30d: since(payments, 30),
      loan_payments_count_60d: since(payments, 60),
      loan_payments_count_90d: since(payments, 90),
      loan_disbursements_count: disbursements.length,
      loan_disbursements_count_30d: since(disbursements, 30),
      loan_disbursements_count_60d: since(disbursements, 60),
      loan_disbursements_count_90d: since(disbursements, 90),
    },
    lenders,
  };
};
