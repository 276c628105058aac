import type { IncomeInsights } from "../../../../protocol/income-insights.ts";
import { periodOfDays } from "../../asset-reports/asset-report.ts";
import { dayAt } from "../../calendar.ts";
import type { ReportRequest } from "../base-report/make-base-report.ts";
import type { LinkedItem } from "../linked-item.ts";
import { distinctAccounts } from "./distinct-accounts.ts";
import { findIncomeStreams } from "./find-income-streams.ts";
import { toIncomeSource } from "./income-source.ts";
import { incomeSummary } from "./income-summary.ts";

/** The income insights of a consumer's Items: each source of income once, whatever accounts it was paid to. */
export const makeIncomeInsights = (
  items: readonly LinkedItem[],
  { reportId, clientReportId, daysRequested, now }: ReportRequest,
): IncomeInsights => {
  const today = dayAt(now);
  const accounts = distinctAccounts(items);
  const streams = findIncomeStreams(accounts, periodOfDays(daysRequested, now));
  const sources = streams.flatMap((stream) => toIncomeSource(stream, today) ?? []);
  return {
    report_id: reportId,
    client_report_id: clientReportId,
    generated_time: new Date(now).toISOString(),
    days_requested: daysRequested,
    items: items.map((item) => ({
      item_id: item.itemId,
      institution_id: item.institutionId,
      institution_name: item.institutionName,
      last_updated_time: new Date(item.updatedAt).toISOString(),
      bank_income_accounts: item.accounts
        .filter(({ account }) => account.type === "depository")
        .map(({ account, owners }) => ({
          account_id: account.account_id,
          mask: account.mask,
          name: account.name,
          official_name: account.official_name,
          type: account.type,
          subtype: account.subtype,
          owners: [...owners],
        })),
      bank_income_sources: sources.filter((source) =>
        item.accounts.some(({ account }) => account.account_id === source.account_id),
      ),
    })),
    bank_income_summary: incomeSummary(sources, today),
  };
};
