import { z } from "zod";
import { readyWebhook } from "../../domain/asset-reports/make-asset-report.ts";
import { newAssetReport, openUser } from "../../domain/asset-reports/new-asset-report.ts";
import { printJob } from "../../domain/asset-reports/print-asset-report.ts";
import { Fault } from "../../domain/fault.ts";
import { endpoint } from "../endpoint.ts";
import { AccountIds, AssetReportToken } from "../fields.ts";
import { NewReport } from "./create-asset-report.ts";
import { loadParent } from "./find-report.ts";

/** Creates a report from another report, without some accounts. */
export const filterAssetReport = endpoint({
  path: "/asset_report/filter",
  effect: "write",
  products: ["assets"],
  summary: "Create an Asset Report from another one, without some of its accounts.",
  description:
    "It has the content of the other one, of the same moment, and can be read at once; an Item that no " +
    "account is left of is left out. The other report stays as it is.",
  refusals: ["ASSET_REPORT_NOT_READY", "INVALID_PARENT"],
  request: z.strictObject({
    asset_report_token: AssetReportToken,
    account_ids_to_exclude: AccountIds.meta({
      examples: [["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"]],
    }),
  }),
  response: NewReport,
  async handle({ asset_report_token, account_ids_to_exclude }, context) {
    const parent = await loadParent(asset_report_token, context);
    const { assetReports } = context.store;
    const excludedIds = new Set(account_ids_to_exclude);
    const items = await assetReports.items(parent.assetReportId);
    const reportAccountIds = new Set(
      items.flatMap(({ accounts }) => accounts.map(({ account_id }) => account_id)),
    );
    if (account_ids_to_exclude.some((id) => !reportAccountIds.has(id)))
      throw new Fault("INVALID_ACCOUNT_ID", {
        message: "account_ids_to_exclude names an account that is not in the Asset Report",
      });
    if (excludedIds.size === reportAccountIds.size)
      throw new Fault("INVALID_FIELD", {
        message: "account_ids_to_exclude must leave at least one account in the Asset Report",
      });
    const remaining = items.filter(({ accounts }) =>
      accounts.some(({ account_id }) => !excludedIds.has(account_id)),
    );
    const { token, record } = newAssetReport(context, {
      clientId: parent.clientId,
      itemIds: remaining.map(({ itemId }) => itemId),
      excludedAccountIds: [...parent.excludedAccountIds, ...excludedIds],
      daysRequested: parent.daysRequested,
      requireAllItems: parent.requireAllItems,
      clientReportId: parent.clientReportId,
      webhook: parent.webhook,
      user: openUser(context, parent),
      state: parent.state,
    });
    // The original report was removed in between.
    const jobs = [...readyWebhook(context, record), printJob(context, record)];
    if (!(await assetReports.copy(parent.assetReportId, record, jobs)))
      throw new Fault("INVALID_PARENT");
    return { asset_report_token: token, asset_report_id: record.assetReportId };
  },
});
