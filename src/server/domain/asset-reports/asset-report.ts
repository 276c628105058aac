import type {
  AccountHistory,
  AssetReportAccountSummary,
  AssetReportWarning,
} from "../../../protocol/asset-report.ts";
import type { ErrorCause, ErrorCode } from "../../../protocol/errors.ts";
import { dateOf, dayAt } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { NewJob } from "../jobs/job.ts";

/** An Asset Report as it was asked for, and how far it has come. Times are ms since 1970. */
export type AssetReportRecord = {
  assetReportId: string;
  clientId: string;
  tokenDigest: string;
  /** Whose accounts it is about, in the order in which they were named. */
  itemIds: string[];
  /** Accounts that are left out, of this report and of those made anew from it. */
  excludedAccountIds: string[];
  daysRequested: number;
  clientReportId: string | null;
  /** Where to tell that it is ready; null for nowhere. */
  webhook: string | null;
  /** Who it is about, sealed. */
  sealedUser: string;
  createdAt: number;
  state: AssetReportState;
};

/** How far a report has come. It is made once, and never changes from then on. */
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

/** An Item of a report that is ready, with its accounts as they stood. */
export type ReportedItem = {
  itemId: string;
  institutionId: string;
  institutionName: string;
  updatedAt: number;
  accounts: AssetReportAccountSummary[];
};

/** An Item as a report is made of it: each account with its history. */
export type GatheredItem = Omit<ReportedItem, "accounts"> & {
  accounts: { summary: AssetReportAccountSummary; history: AccountHistory }[];
};

/** What lets somebody else read a report, for as long as there is both of them. */
export type AuditCopy = {
  digest: string;
  assetReportId: string;
  /** The client that made it. */
  clientId: string;
  /** The client that may read it beside the one that made it; null for whoever has the token. */
  auditorId: string | null;
  createdAt: number;
};

/** Where Asset Reports live; `jobs` are added in the same transaction, unless it answers false. */
export type AssetReportStore = {
  create(report: AssetReportRecord, jobs: readonly NewJob[]): Promise<void>;
  byTokenDigest(digest: string): Promise<AssetReportRecord | null>;
  byId(assetReportId: string): Promise<AssetReportRecord | null>;
  /** What a report that is ready is about; nothing of one that is not. */
  items(assetReportId: string): Promise<ReportedItem[]>;
  /** The history of an account of a report; null where there is no such account. */
  history(assetReportId: string, accountId: string): Promise<AccountHistory | null>;
  /** Keeps what a report was made of; false, and nothing changed, unless it was still being made. */
  complete(
    assetReportId: string,
    state: Extract<AssetReportState, { at: "ready" }>,
    items: readonly GatheredItem[],
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Records that a report cannot be made; false unless it was still being made. */
  fail(
    assetReportId: string,
    state: Extract<AssetReportState, { at: "failed" }>,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Makes a report of what another one that is ready has, without the accounts it excludes. */
  copy(
    fromAssetReportId: string,
    report: AssetReportRecord,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Forgets what a report says and its audit copies; true exactly once per report. */
  remove(assetReportId: string, jobs?: readonly NewJob[]): Promise<boolean>;
  addAuditCopy(copy: AuditCopy): Promise<void>;
  auditCopy(digest: string): Promise<AuditCopy | null>;
  /** True exactly once per audit copy. */
  removeAuditCopy(digest: string, jobs?: readonly NewJob[]): Promise<boolean>;
};

/** The days that so many days of history are, up to a moment; empty for none. */
export const periodOfDays = (days: number, now: number): Period => ({
  from: dateOf(dayAt(now) - days + 1),
  to: dateOf(dayAt(now)),
});
