import { z } from "zod";
import { errorOf } from "./error-of.ts";
import { WebhookError } from "./fields.ts";
import { webhook } from "./webhook.ts";

/** An Asset Report can be read. */
export const assetReportReady = webhook({
  name: "ASSETS:PRODUCT_READY",
  schema: z.strictObject({ asset_report_id: z.string(), report_type: z.enum(["FULL", "FAST"]) }),
  payload: ({ assetReportId, reportType }) => ({
    asset_report_id: assetReportId,
    report_type: reportType,
  }),
});

/** An Asset Report could not be made. */
export const assetReportError = webhook({
  name: "ASSETS:ERROR",
  schema: z.strictObject({ asset_report_id: z.string(), error: WebhookError }),
  payload: ({ assetReportId, error }) => ({
    asset_report_id: assetReportId,
    error: errorOf(error),
  }),
});
