import { z } from "zod";
import { AssetReportUser, DaysRequested } from "../../../protocol/reports/asset-report.ts";
import { assetReportJob } from "../../domain/asset-reports/make-asset-report.ts";
import { newAssetReport, openUser } from "../../domain/asset-reports/new-asset-report.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { endpoint } from "../endpoint.ts";
import { AssetReportToken, WebhookUrl } from "../fields.ts";
import { NewReport } from "./create-asset-report.ts";
import { loadParent } from "./find-report.ts";
import { ReportOptions, userFrom } from "./report-options.ts";

const EMPTY_CLEARS = "An empty text for none; as in the report before, if it is left out.";

/** Creates a new report on the same Items, with current data. */
export const refreshAssetReport = endpoint({
  path: "/asset_report/refresh",
  effect: "write",
  products: ["assets"],
  summary: "Create an Asset Report from an older one, with current data.",
  description:
    "It is about the same Items without the accounts that were filtered out, looks back as far, and " +
    "carries the same options, unless the request says otherwise. The older report stays as it is.",
  refusals: ["ASSET_REPORT_NOT_READY", "INVALID_PARENT"],
  request: z.strictObject({
    asset_report_token: AssetReportToken,
    days_requested: DaysRequested.nullish().meta({ examples: [] }),
    options: ReportOptions.extend({
      webhook: z
        .union([WebhookUrl, z.literal("")])
        .nullish()
        .meta({ description: EMPTY_CLEARS }),
      client_report_id: z.string().max(200).nullish().meta({ description: EMPTY_CLEARS }),
      user: AssetReportUser.optional().meta({ description: "Replaces the one before, if given." }),
    }).optional(),
  }),
  response: NewReport,
  async handle({ asset_report_token, days_requested, options }, context) {
    const parent = await loadParent(asset_report_token, context);
    const webhook = (options?.webhook ?? parent.webhook) || null;
    requireSafeWebhookUrl("options.webhook", webhook, context);
    const { token, record } = newAssetReport(context, {
      clientId: parent.clientId,
      itemIds: parent.itemIds,
      excludedAccountIds: parent.excludedAccountIds,
      daysRequested: days_requested ?? parent.daysRequested,
      requireAllItems: parent.requireAllItems,
      clientReportId: (options?.client_report_id ?? parent.clientReportId) || null,
      webhook,
      user: options?.user ? userFrom(options.user) : openUser(context, parent),
      state: { at: "making" },
    });
    for (const itemId of parent.itemIds)
      context.charge({ clientId: parent.clientId, product: "assets", itemId });
    await context.store.assetReports.create(record, [assetReportJob(context, record)]);
    return { asset_report_token: token, asset_report_id: record.assetReportId };
  },
});
