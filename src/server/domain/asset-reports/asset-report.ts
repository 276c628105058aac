import type {
  AccountHistory,
  AssetReportAccountSummary,
  AssetReportWarning,
} from "../../../protocol/asset-report.ts";
import type { ErrorCause, ErrorCode } from "../../../protocol/errors.ts";
import { dateOf, dayAt } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { NewJob } from "../jobs/job.ts";

/** An Asset Report as it was requested, and its state. Times are ms since 1970. */
export type AssetReportRecord = {
  assetReportId: string;
  clientId: string;
  tokenDigest: string;
  /** The Items it covers, in the order of the request. */
  itemIds: string[];
  /** Accounts that are left out, of this report and of its refreshed copies. */
  excludedAccountIds: string[];
  daysRequested: number;
  clientReportId: string | null;
  /** Where its webhooks go; null for nowhere. */
  webhook: string | null;
  /** The person it is about, sealed. */
  sealedUser: string;
  createdAt: number;
  state: AssetReportState;
};

/** The state of a report. It is generated once and never changes afterwards. */
export type AssetReportState =
  | { at: "making" }
  | { at: "ready"; generatedAt: number; warnings: AssetReportWarning[] }
  | { at: "failed"; error: AssetReportFailure; causes: ErrorCause[] }
  | { at: "removed" };

/** Why a report could not be made. */
export type AssetReportFailure = Extract<
  ErrorCode,
  "DATA_UNAVAILABLE" | "ASSET_REPORT_GENERATION_FAILED"
>;

/** An Item of a report that is ready, with its accounts as they were then. */
export type ReportedItem = {
  itemId: string;
  institutionId: string;
  institutionName: string;
  updatedAt: number;
  accounts: AssetReportAccountSummary[];
};

/** An Item as a report is generated from it: each account with its history. */
export type GatheredItem = Omit<ReportedItem, "accounts"> & {
  accounts: { summary: AssetReportAccountSummary; history: AccountHistory }[];
};

/** An audit copy: lets a third party read a report until either of the two is removed. */
export type AuditCopy = {
  digest: string;
  assetReportId: string;
  /** The client that made it. */
  clientId: string;
  /** The only other client that may read it; null for anybody who has the token. */
  auditorId: string | null;
  createdAt: number;
};

/** The port for Asset Reports; `jobs` are added in the same transaction, unless it answers false. */
export type AssetReportStore = {
  create(report: AssetReportRecord, jobs: readonly NewJob[]): Promise<void>;
  byTokenDigest(digest: string): Promise<AssetReportRecord | null>;
  byId(assetReportId: string): Promise<AssetReportRecord | null>;
  /** The Items of a report that is ready; empty for any other. */
  items(assetReportId: string): Promise<ReportedItem[]>;
  /** The history of an account of a report; null where there is no such account. */
  history(assetReportId: string, accountId: string): Promise<AccountHistory | null>;
  /** Stores a finished report; false, and nothing changed, unless it was still being generated. */
  complete(
    assetReportId: string,
    state: Extract<AssetReportState, { at: "ready" }>,
    items: readonly GatheredItem[],
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Marks a report as failed; false unless it was still being generated. */
  fail(
    assetReportId: string,
    state: Extract<AssetReportState, { at: "failed" }>,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Creates a report from one that is ready, without the accounts that the new one excludes. */
  copy(
    fromAssetReportId: string,
    report: AssetReportRecord,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Deletes the contents of a report and its audit copies; true exactly once per report. */
  remove(assetReportId: string, jobs?: readonly NewJob[]): Promise<boolean>;
  addAuditCopy(copy: AuditCopy): Promise<void>;
  auditCopy(digest: string): Promise<AuditCopy | null>;
  /** True exactly once per audit copy. */
  removeAuditCopy(digest: string, jobs?: readonly NewJob[]): Promise<boolean>;
};

/** The last so many days up to a moment, as a period; empty for none. */
export const periodOfDays = (days: number, now: number): Period => ({
  from: dateOf(dayAt(now) - days + 1),
  to: dateOf(dayAt(now)),
});
