import { z } from "zod";
import { WebhookError, webhookErrorOf } from "./fields.ts";
import { defineWebhook } from "./webhook.ts";

/** An Asset Report can be read. */
export const assetReportReady = defineWebhook({
  name: "ASSETS:PRODUCT_READY",
  schema: z.strictObject({ asset_report_id: z.string(), report_type: z.enum(["FULL", "FAST"]) }),
  payload: ({ assetReportId, reportType }) => ({
    asset_report_id: assetReportId,
    report_type: reportType,
  }),
});

/** An Asset Report could not be made. */
export const assetReportError = defineWebhook({
  name: "ASSETS:ERROR",
  schema: z.strictObject({ asset_report_id: z.string(), error: WebhookError }),
  payload: ({ assetReportId, error }) => ({
    asset_report_id: assetReportId,
    error: webhookErrorOf(error),
  }),
});
