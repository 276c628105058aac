import type { AssetReportUser } from "../../../protocol/reports/asset-report.ts";
import { digest, newToken, toUuid } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";
import type { AssetReportRecord, AssetReportState, AuditCopy } from "./asset-report.ts";

/** The person a report is about; a field that was not given is null. */
export type ReportUser = { [Field in keyof Required<AssetReportUser>]: string | null };

/** The request for a report; its ids and times are added to it. */
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

/** A new report: its token, and the record to store. */
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

/** The person a report is about, unsealed; it may include their social security number. */
export const openUser = (
  { vault }: Pick<Runtime, "vault">,
  { assetReportId, sealedUser }: AssetReportRecord,
): ReportUser => JSON.parse(vault.open(userPurpose(assetReportId), sealedUser));

/** A token that lets an auditor read a report, and the record to store. */
export const newAuditCopy = (
  { environment, random, clock }: Pick<Runtime, "environment" | "random" | "clock">,
  grant: Pick<AuditCopy, "assetReportId" | "clientId" | "auditorId">,
): { token: string; record: AuditCopy } => {
  const token = newToken("auditCopy", { environment, random });
  return { token, record: { ...grant, digest: digest(token), createdAt: clock() } };
};

const userPurpose = (assetReportId: string): string => `asset-report-user ${assetReportId}`;
