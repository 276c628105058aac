import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { eraseJob } from "../../domain/jobs/erase-job.ts";
import { endpoint } from "../endpoint.ts";
import { AssetReportToken } from "../fields.ts";
import { requireReport } from "./find-report.ts";

/** Removes a report and its audit copies; other reports and the Items stay. */
export const removeAssetReport = endpoint({
  path: "/asset_report/remove",
  effect: "write",
  products: ["assets"],
  summary: "Remove an Asset Report.",
  description:
    "Its token and those of its audit copies are no longer good, and its content is deleted. Reports " +
    "that were made from it stay, as do the Items; to remove an Item leaves its reports.",
  request: z.strictObject({ asset_report_token: AssetReportToken }),
  response: z.strictObject({ removed: z.boolean() }),
  async handle({ asset_report_token }, context) {
    const { assetReportId } = await requireReport(asset_report_token, context);
    if (!(await context.store.assetReports.remove(assetReportId, [eraseJob(context)])))
      throw new Fault("INVALID_ASSET_REPORT_TOKEN");
    return { removed: true };
  },
});
