import { z } from "zod";
import { storedPdf } from "../../domain/asset-reports/print-asset-report.ts";
import { daysToShow, printableReport } from "../../domain/asset-reports/printable-report.ts";
import { leavingAtEnd } from "../../domain/asset-reports/read-gate.ts";
import { endpoint } from "../endpoint.ts";
import { AssetReportToken } from "../fields.ts";
import { ReadingOptions } from "./get-asset-report.ts";
import { readyReport, reportOf } from "./report-of.ts";

/** A report as a PDF. */
export const getAssetReportPdf = endpoint({
  path: "/asset_report/pdf/get",
  summary: "Retrieve an Asset Report as a PDF.",
  description:
    "The answer is a document of the type application/pdf; its request_id is in the header " +
    "Service-Request-Id. The same report makes the same document each time. Refusals are JSON.",
  refusals: ["ASSET_REPORT_NOT_READY", "DATA_UNAVAILABLE", "ASSET_REPORT_GENERATION_FAILED"],
  limits: { client: { perMinute: 60, sandboxPerMinute: 600, code: "RATE_LIMIT" } },
  request: z.strictObject({
    asset_report_token: AssetReportToken,
    options: ReadingOptions.optional(),
  }),
  response: "application/pdf",
  async handle({ asset_report_token, options }, context) {
    const report = readyReport(await reportOf(asset_report_token, context));
    const { assetReportId, daysRequested } = report;
    const days = daysToShow(report, options?.days_to_include);
    const isStored = report.hasPdf && days === daysRequested;
    const printable = isStored ? null : await printableReport(context, report, days);
    const leave = await context.reportReads.enter(context.client.clientId);
    const content = printable
      ? context.printReport(printable)
      : storedPdf(context.store.assetReports, assetReportId);
    return {
      type: "application/pdf",
      fileName: `asset-report-${assetReportId}.pdf`,
      content: leavingAtEnd(content, leave),
    };
  },
});
