import type { AccountHistory, AssetReport } from "../../../protocol/asset-report.ts";
import { historyWithin } from "../../domain/asset-reports/account-in-report.ts";
import { periodOfDays } from "../../domain/asset-reports/asset-report.ts";
import { userOf } from "../../domain/asset-reports/new-asset-report.ts";
import type { PrintableReport } from "../../domain/asset-reports/printable-report.ts";
import { Fault } from "../../domain/fault.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { ApiContext } from "../endpoint.ts";
import type { ReadyReport } from "./report-of.ts";

/** A report as it is read, account by account, optionally cut to its last days. */
export const printableReport = async (
  report: ReadyReport,
  context: ApiContext,
  daysToInclude?: number,
): Promise<PrintableReport> => {
  const { assetReportId, clientReportId, clientId, daysRequested, state } = report;
  const { assetReports } = context.store;
  if (daysToInclude !== undefined && daysToInclude > daysRequested)
    throw new Fault("INVALID_FIELD", {
      message: `options.days_to_include must be at most ${daysRequested}, as many as the report has`,
    });
  const days = daysToInclude ?? daysRequested;
  const { from } = periodOfDays(days, state.generatedAt);
  const items = await assetReports.items(assetReportId);
  return {
    assetReportId,
    clientReportId,
    clientId,
    generatedAt: state.generatedAt,
    daysRequested: days,
    user: userOf(context, report),
    items: items.map((item) => ({
      ...item,
      accounts: item.accounts.map((account) => ({
        ...account,
        days_available: Math.min(account.days_available, days),
      })),
    })),
    warnings: state.warnings,
    historyOf: async (accountId) => {
      const history = await assetReports.history(assetReportId, accountId);
      // The report was removed while it was read.
      if (!history) throw new Fault("INVALID_ASSET_REPORT_TOKEN");
      return historyWithin(history, from);
    },
  };
};

/** A report as the API answers it, with or without insights into its transactions. */
export const reportShape = async (
  report: PrintableReport,
  { withInsights }: { withInsights: boolean },
): Promise<AssetReport> => {
  const items: AssetReport["items"] = [];
  for (const item of report.items) {
    const accounts: AssetReport["items"][number]["accounts"] = [];
    for (const account of item.accounts) {
      await yieldToEventLoop();
      const { historical_balances, transactions } = await report.historyOf(account.account_id);
      accounts.push({
        ...account,
        historical_balances,
        transactions: withInsights ? transactions : transactions.map(withoutInsights),
      });
    }
    items.push({
      item_id: item.itemId,
      institution_id: item.institutionId,
      institution_name: item.institutionName,
      date_last_updated: new Date(item.updatedAt).toISOString(),
      accounts,
    });
  }
  return {
    asset_report_id: report.assetReportId,
    client_report_id: report.clientReportId,
    date_generated: new Date(report.generatedAt).toISOString(),
    days_requested: report.daysRequested,
    user: report.user,
    items,
  };
};

const withoutInsights = (one: AccountHistory["transactions"][number]) => ({
  account_id: one.account_id,
  amount: one.amount,
  iso_currency_code: one.iso_currency_code,
  unofficial_currency_code: one.unofficial_currency_code,
  original_description: one.original_description,
  date: one.date,
  pending: one.pending,
  transaction_id: one.transaction_id,
});
