import type {
  AssetReportRecord,
  AuditCopy,
  ReadyReport,
} from "../../domain/asset-reports/asset-report.ts";
import { Fault } from "../../domain/fault.ts";
import type { ApiContext } from "../endpoint.ts";
import { tokenDigest } from "../token-digest.ts";

/** The report of a token for this client; INVALID_ASSET_REPORT_TOKEN otherwise. */
export const requireReport = async (
  token: string,
  context: ApiContext,
): Promise<AssetReportRecord> => {
  const report = await findReport(token, context);
  if (report.state.at === "removed") throw new Fault("INVALID_ASSET_REPORT_TOKEN");
  return report;
};

/** The report, if ready; otherwise ASSET_REPORT_NOT_READY, or the error of its failure. */
export const readyReport = (report: AssetReportRecord): ReadyReport => {
  const { state } = report;
  switch (state.at) {
    case "ready":
      return { ...report, state };
    case "making":
      throw new Fault("ASSET_REPORT_NOT_READY");
    case "failed":
      throw new Fault(state.error, state.causes.length > 0 ? { causes: state.causes } : {});
    case "removed":
      throw new Fault("INVALID_ASSET_REPORT_TOKEN");
  }
};

/** The report that another report is created from; INVALID_PARENT if it failed or was removed. */
export const loadParent = async (token: string, context: ApiContext): Promise<ReadyReport> => {
  const report = await findReport(token, context);
  const { at } = report.state;
  if (at === "failed" || at === "removed") throw new Fault("INVALID_PARENT");
  return readyReport(report);
};

/** The audit copy of a token; INVALID_AUDIT_COPY_TOKEN otherwise. */
export const findAuditCopy = async (token: string, context: ApiContext): Promise<AuditCopy> => {
  const copy = await context.store.assetReports.auditCopy(tokenDigest("auditCopy", token, context));
  if (!copy) throw new Fault("INVALID_AUDIT_COPY_TOKEN");
  return copy;
};

async function findReport(token: string, context: ApiContext): Promise<AssetReportRecord> {
  const key = tokenDigest("assets", token, context);
  const report = await context.store.assetReports.byTokenDigest(key);
  if (report?.clientId !== context.client.clientId) throw new Fault("INVALID_ASSET_REPORT_TOKEN");
  return report;
}
