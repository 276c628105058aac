import { z } from "zod";
import type { ReadyReport } from "../../domain/asset-reports/asset-report.ts";
import { storedPdf } from "../../domain/asset-reports/print-asset-report.ts";
import { daysToShow, printableReport } from "../../domain/asset-reports/printable-report.ts";
import { leavingAtEnd } from "../../domain/asset-reports/read-gate.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { AssetReportToken } from "../fields.ts";
import { readyReport, requireReport } from "./find-report.ts";
import { ReadingOptions } from "./get-asset-report.ts";

/** A report as a PDF. */
export const getAssetReportPdf = endpoint({
  path: "/asset_report/pdf/get",
  effect: "read",
  products: ["assets"],
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
    const report = readyReport(await requireReport(asset_report_token, context));
    const days = daysToShow(report, options?.days_to_include);
    return {
      type: "application/pdf",
      fileName: `asset-report-${report.assetReportId}.pdf`,
      content: await loadContent(report, days, context),
    };
  },
});

/** The stored PDF. A PDF that is missing, or is to show fewer days, is rendered now. */
async function loadContent(
  report: ReadyReport,
  days: number,
  context: ApiContext,
): Promise<AsyncIterable<Uint8Array>> {
  const { store, client, reportReads, reportPrints } = context;
  const { assetReportId, daysRequested } = report;
  const isWhole = days === daysRequested;
  const readStoredPdf = async () => {
    const leave = await reportReads.enter(client.clientId);
    return leavingAtEnd(storedPdf(store.assetReports, assetReportId), leave);
  };
  if (isWhole && report.hasPdf) return readStoredPdf();
  const leave = await reportPrints.enter(client.clientId);
  try {
    // The job may have printed the report since.
    const now = isWhole ? await store.assetReports.byId(assetReportId) : null;
    if (now?.hasPdf) {
      leave();
      return await readStoredPdf();
    }
    return leavingAtEnd(
      context.renderReportPdf(await printableReport(context, report, days)),
      leave,
    );
  } catch (failure) {
    leave();
    throw failure;
  }
}
