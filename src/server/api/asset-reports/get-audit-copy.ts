import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { endpoint } from "../endpoint.ts";
import { AuditCopyToken } from "../fields.ts";
import { findAuditCopy, readyReport } from "./find-report.ts";
import { ReportAnswer } from "./get-asset-report.ts";
import { streamReport } from "./stream-report.ts";

/** A report as an auditor reads it. */
export const getAuditCopy = endpoint({
  path: "/asset_report/audit_copy/get",
  effect: "read",
  products: ["assets"],
  summary: "Retrieve an Asset Report that somebody has shared.",
  description: "The auditor calls it with their own keys. It has the content of the report itself.",
  request: z.strictObject({ audit_copy_token: AuditCopyToken }),
  response: ReportAnswer,
  async handle({ audit_copy_token }, context) {
    const copy = await findAuditCopy(audit_copy_token, context);
    const { clientId } = context.client;
    const isForCaller = copy.auditorId === null || copy.auditorId === clientId;
    if (!isForCaller && copy.clientId !== clientId) throw new Fault("INVALID_AUDIT_COPY_TOKEN");
    const record = await context.store.assetReports.byId(copy.assetReportId);
    // The report was removed in between.
    if (record?.state.at !== "ready") throw new Fault("INVALID_AUDIT_COPY_TOKEN");
    const report = readyReport(record);
    return {
      report: await streamReport(report, context, { withInsights: false }),
      warnings: report.state.warnings,
    };
  },
});
