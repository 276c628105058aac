import type { ErrorCause, ErrorCode } from "../../../protocol/errors/errors.ts";
import type {
  AssetReportAccountSummary,
  AssetReportWarning,
} from "../../../protocol/reports/asset-report.ts";
import { dayAt, toDate } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { NewJob } from "../jobs/job.ts";

/** An Asset Report as it was requested, and its state. Times are ms since 1970. */
export type AssetReportRecord = {
  assetReportId: string;
  clientId: string;
  tokenDigest: string;
  /** The Items it covers, in the order of the request. */
  itemIds: string[];
  /** Accounts excluded from this report and from its refreshed copies. */
  excludedAccountIds: string[];
  daysRequested: number;
  /** Whether it fails if one of its Items cannot be read. */
  requireAllItems: boolean;
  clientReportId: string | null;
  /** The address of its webhooks; null for none. */
  webhook: string | null;
  /** The person it is about, sealed. */
  sealedUser: string;
  createdAt: number;
  state: AssetReportState;
  /** Whether its PDF is stored. */
  hasPdf: boolean;
};

/** The state of a report. It is generated once and never changes afterwards. */
export type AssetReportState =
  | { at: "making"; draftId?: string }
  | { at: "ready"; generatedAt: number; warnings: AssetReportWarning[] }
  | { at: "failed"; error: AssetReportFailure; causes: ErrorCause[] }
  | { at: "removed" };

/** A report that is ready. */
export type ReadyReport = AssetReportRecord & {
  state: Extract<AssetReportState, { at: "ready" }>;
};

/** The reasons for which a report could not be made. */
export type AssetReportFailure = Extract<
  ErrorCode,
  "DATA_UNAVAILABLE" | "ASSET_REPORT_GENERATION_FAILED"
>;

/** An Item of a report, with its accounts as they were then, without their history. */
export type ReportedItem = {
  itemId: string;
  institutionId: string;
  institutionName: string;
  updatedAt: number;
  accounts: AssetReportAccountSummary[];
};

/** The output of one attempt to generate a report; a later attempt replaces it. */
export type Draft = Pick<AssetReportRecord, "assetReportId"> & { draftId: string };

/** The parts of an account that are stored in pieces; `insights` are transactions with every field. */
export type AccountPart =
  | "balances"
  | "transactions"
  | "insights"
  | "holdings"
  | "securities"
  | "trades";

/** A piece of an account's history: entries as the JSON of an array, newest first. */
export type AccountPiece = {
  accountId: string;
  part: AccountPart;
  /** The index among the pieces of this part, from 0. */
  position: number;
  json: string;
};

/** An audit copy: lets a third party read a report until either of the two is removed. */
export type AuditCopy = {
  digest: string;
  assetReportId: string;
  /** The client that made it. */
  clientId: string;
  /** The only other client that may read it; null for everybody with the token. */
  auditorId: string | null;
  createdAt: number;
};

/** The port for Asset Reports; `jobs` are added in the same transaction, unless it returns false. */
export type AssetReportStore = {
  create(report: AssetReportRecord, jobs: readonly NewJob[]): Promise<void>;
  byTokenDigest(digest: string): Promise<AssetReportRecord | null>;
  byId(assetReportId: string): Promise<AssetReportRecord | null>;
  /** The Items of a report that is ready; empty for any other. */
  items(assetReportId: string): Promise<ReportedItem[]>;
  /** The JSON of a piece of a report that is ready; null if there is none. */
  piece(
    assetReportId: string,
    accountId: string,
    part: AccountPart,
    position: number,
  ): Promise<string | null>;
  /** Starts an attempt, and drops the output of an earlier one; false unless it is being generated. */
  begin(draft: Draft): Promise<boolean>;
  /**
   * Adds pieces, and an Item once the pieces of its accounts are written; false if the draft was
   * replaced.
   */
  write(draft: Draft, pieces: readonly AccountPiece[], item?: ReportedItem): Promise<boolean>;
  /** Drops the pieces of some accounts, which are then written again. */
  discard(draft: Draft, accountIds: readonly string[]): Promise<void>;
  /** Makes a draft the report; returns false and changes nothing if the draft was replaced. */
  complete(
    draft: Draft,
    state: Extract<AssetReportState, { at: "ready" }>,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Adds a piece of the PDF of a report; false unless the report is ready. */
  writePdf(assetReportId: string, position: number, bytes: Uint8Array): Promise<boolean>;
  /** Marks the PDF as complete; false unless the report is ready. */
  completePdf(assetReportId: string): Promise<boolean>;
  /** A piece of the PDF; null if there is none. */
  pdfPiece(assetReportId: string, position: number): Promise<Uint8Array | null>;
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

/** Returns the last days up to a moment, as a period; empty for 0 days. */
export const periodOfDays = (days: number, now: number): Period => ({
  from: toDate(dayAt(now) - days + 1),
  to: toDate(dayAt(now)),
});
