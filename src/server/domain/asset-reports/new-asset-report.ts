import type { AssetReportUser } from "../../../protocol/asset-report.ts";
import { digest, environmentToken, opaqueId, uuidOf } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { AssetReportRecord, AssetReportState, AuditCopy } from "./asset-report.ts";

/** Who a report is about, each field said or null. */
export type ReportUser = { [Field in keyof Required<AssetReportUser>]: string | null };

/** What a report is made for; the rest follows from the moment. */
export type ReportOrder = Pick<
  AssetReportRecord,
  "clientId" | "itemIds" | "excludedAccountIds" | "daysRequested" | "clientReportId" | "webhook"
> & { user: ReportUser; state: AssetReportState };

/** A report that is asked for, with its token, and what the store keeps of it. */
export const newAssetReport = (
  { environment, random, clock, vault }: Services,
  { user, ...order }: ReportOrder,
): { token: string; record: AssetReportRecord } => {
  const token = environmentToken("assets", environment, random(16));
  const assetReportId = uuidOf(random(16));
  return {
    token,
    record: {
      ...order,
      assetReportId,
      tokenDigest: digest(token),
      sealedUser: vault.seal(userPurpose(assetReportId), JSON.stringify(user)),
      createdAt: clock(),
    },
  };
};

/** Who a report is about; it was sealed, for a report may say their social security number. */
export const userOf = (
  { vault }: Services,
  { assetReportId, sealedUser }: AssetReportRecord,
): ReportUser => JSON.parse(vault.open(userPurpose(assetReportId), sealedUser));

/** A token that lets an auditor read a report, and what the store keeps of it. */
export const newAuditCopy = (
  { environment, random, clock }: Services,
  copied: Pick<AuditCopy, "assetReportId" | "clientId" | "auditorId">,
): { token: string; record: AuditCopy } => {
  const token = `a-${environment}-${opaqueId(random)}`;
  return { token, record: { ...copied, digest: digest(token), createdAt: clock() } };
};

const userPurpose = (assetReportId: string): string => `asset-report-user ${assetReportId}`;
