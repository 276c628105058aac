import type { AssetReportUser } from "../../../protocol/reports/asset-report.ts";
import { digest, newToken, toUuid } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";
import type { AssetReportRecord, AssetReportState, AuditCopy } from "./asset-report.ts";

/** The person in a report; missing fields are null. */
export type ReportUser = { [Field in keyof Required<AssetReportUser>]: string | null };

/** A request for a report, without the ids and times of the report. */
export type ReportRequest = Pick<
  AssetReportRecord,
  | "clientId"
  | "itemIds"
  | "excludedAccountIds"
  | "daysRequested"
  | "requireAllItems"
  | "clientReportId"
  | "webhook"
> & { user: ReportUser; state: AssetReportState };

/** Returns a new report's token, and the record to store. */
export const newAssetReport = (
  {
    environment,
    random,
    clock,
    vault,
  }: Pick<Runtime, "environment" | "random" | "clock" | "vault">,
  { user, ...request }: ReportRequest,
): { token: string; record: AssetReportRecord } => {
  const token = newToken("assets", { environment, random });
  const assetReportId = toUuid(random(16));
  return {
    token,
    record: {
      ...request,
      assetReportId,
      tokenDigest: digest(token),
      sealedUser: vault.seal(userPurpose(assetReportId), JSON.stringify(user)),
      createdAt: clock(),
      hasPdf: false,
    },
  };
};

/** Unseals the person in a report, who may have a social security number. */
export const openUser = (
  { vault }: Pick<Runtime, "vault">,
  { assetReportId, sealedUser }: AssetReportRecord,
): ReportUser => JSON.parse(vault.open(userPurpose(assetReportId), sealedUser));

/** Returns an auditor's token for a report, and the record to store. */
export const newAuditCopy = (
  { environment, random, clock }: Pick<Runtime, "environment" | "random" | "clock">,
  grant: Pick<AuditCopy, "assetReportId" | "clientId" | "auditorId">,
): { token: string; record: AuditCopy } => {
  const token = newToken("auditCopy", { environment, random });
  return { token, record: { ...grant, digest: digest(token), createdAt: clock() } };
};

const userPurpose = (assetReportId: string): string => `asset-report-user ${assetReportId}`;
