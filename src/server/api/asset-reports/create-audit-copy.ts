import { z } from "zod";
import { newAuditCopy } from "../../domain/asset-reports/new-asset-report.ts";
import { endpoint } from "../endpoint.ts";
import { AssetReportToken, AuditCopyToken } from "../fields.ts";
import { loadParent } from "./find-report.ts";

/** Creates a token by which an auditor reads a report. */
export const createAuditCopy = endpoint({
  path: "/asset_report/audit_copy/create",
  effect: "write",
  products: ["assets"],
  summary: "Create a token by which an auditor reads an Asset Report.",
  description:
    "Send it to the auditor. With `auditor_id`, the client_id of another client, only that client and you " +
    "can read the report with it; without one, any client that has the token can. It is valid until it or " +
    "the report is removed.",
  refusals: ["ASSET_REPORT_NOT_READY", "INVALID_PARENT"],
  request: z.strictObject({
    asset_report_token: AssetReportToken,
    auditor_id: z.string().min(1).max(200).nullish(),
  }),
  response: z.strictObject({ audit_copy_token: AuditCopyToken }),
  async handle({ asset_report_token, auditor_id }, context) {
    const { assetReportId, clientId } = await loadParent(asset_report_token, context);
    const { token, record } = newAuditCopy(context, {
      assetReportId,
      clientId,
      auditorId: auditor_id ?? null,
    });
    await context.store.assetReports.addAuditCopy(record);
    return { audit_copy_token: token };
  },
});
