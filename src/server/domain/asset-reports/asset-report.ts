import type { ErrorCause, ErrorCode } from "../../../protocol/errors/errors.ts";
import type {
  AssetReportAccountSummary,
  AssetReportWarning,
} from "../../../protocol/reports/asset-report.ts";
import { dayAt, toDate } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { NewJob } from "../jobs/job.ts";

/** A requested Asset Report and its state. Times are ms since 1970. */
export type AssetReportRecord = {
  assetReportId: string;
  clientId: string;
  tokenDigest: string;
  /** The Items of the report, in the order of the request. */
  itemIds: string[];
  /** Accounts excluded from this report and from its refreshed copies. */
  excludedAccountIds: string[];
  daysRequested: number;
  /** Whether the report fails if an Item cannot be read. */
  requireAllItems: boolean;
  clientReportId: string | null;
  /** The address of its webhooks; null for none. */
  webhook: string | null;
  /** The sealed person that the report is about. */
  sealedUser: string;
  createdAt: number;
  state: AssetReportState;
  /** Whether its PDF is stored. */
  hasPdf: boolean;
};

/** The state of a report, which never changes once the report is ready. */
export type AssetReportState =
  | { at: "making"; draftId?: string }
  | { at: "ready"; generatedAt: number; warnings: AssetReportWarning[] }
  | { at: "failed"; error: AssetReportFailure; causes: ErrorCause[] }
  | { at: "removed" };

/** A report that is ready. */
export type ReadyReport = AssetReportRecord & {
  state: Extract<AssetReportState, { at: "ready" }>;
};

/** The possible reasons of a failed report. */
export type AssetReportFailure = Extract<
  ErrorCode,
  "DATA_UNAVAILABLE" | "ASSET_REPORT_GENERATION_FAILED"
>;

/** An Item of a report, with its accounts as of the report and without their history. */
export type ReportedItem = {
  itemId: string;
  institutionId: string;
  institutionName: string;
  updatedAt: number;
  accounts: AssetReportAccountSummary[];
};

/** The output of one attempt to generate a report. A later attempt replaces the draft. */
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

/** An audit copy lets a third party read a report, until the copy or the report is removed. */
export type AuditCopy = {
  digest: string;
  assetReportId: string;
  /** The client that created the audit copy. */
  clientId: string;
  /** The only other client that may read the copy; null if the token alone suffices. */
  auditorId: string | null;
  createdAt: number;
};

/**
 * The port for Asset Reports. A write adds its `jobs` in the same transaction, unless the write
 * returns false.
 */
export type AssetReportStore = {
  create(report: AssetReportRecord, jobs: readonly NewJob[]): Promise<void>;
  byTokenDigest(digest: string): Promise<AssetReportRecord | null>;
  byId(assetReportId: string): Promise<AssetReportRecord | null>;
  /** The Items of a ready report; empty for any other. */
  items(assetReportId: string): Promise<ReportedItem[]>;
  /** The JSON of a piece of a ready report; null for an unknown piece. */
  piece(
    assetReportId: string,
    accountId: string,
    part: AccountPart,
    position: number,
  ): Promise<string | null>;
  /**
   * Starts an attempt, and deletes an earlier attempt's output. False unless the report is being
   * generated.
   */
  begin(draft: Draft): Promise<boolean>;
  /**
   * Adds pieces. An Item is added after the pieces of its accounts. False if another attempt has
   * replaced the draft.
   */
  write(draft: Draft, pieces: readonly AccountPiece[], item?: ReportedItem): Promise<boolean>;
  /** Deletes the pieces of some accounts, which the attempt then writes again. */
  discard(draft: Draft, accountIds: readonly string[]): Promise<void>;
  /**
   * Turns a draft into the report; false without changes if another attempt has replaced the draft.
   */
  complete(
    draft: Draft,
    state: Extract<AssetReportState, { at: "ready" }>,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Adds a piece of a report's PDF; false unless the report is ready. */
  writePdf(assetReportId: string, position: number, bytes: Uint8Array): Promise<boolean>;
  /** Marks a report's PDF as complete; false unless the report is ready. */
  completePdf(assetReportId: string): Promise<boolean>;
  /** A piece of the PDF; null for an unknown piece. */
  pdfPiece(assetReportId: string, position: number): Promise<Uint8Array | null>;
  /** Marks a report as failed; false unless the report was being generated. */
  fail(
    assetReportId: string,
    state: Extract<AssetReportState, { at: "failed" }>,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Creates a report from a ready report, without the accounts that the new report excludes. */
  copy(
    fromAssetReportId: string,
    report: AssetReportRecord,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Deletes a report's contents and audit copies; true exactly once per report. */
  remove(assetReportId: string, jobs?: readonly NewJob[]): Promise<boolean>;
  addAuditCopy(copy: AuditCopy): Promise<void>;
  auditCopy(digest: string): Promise<AuditCopy | null>;
  /** Returns true exactly once per audit copy. */
  removeAuditCopy(digest: string, jobs?: readonly NewJob[]): Promise<boolean>;
};

/** Returns the given number of days up to a moment as a period; empty for 0 days. */
export const periodOfDays = (days: number, now: number): Period => ({
  from: toDate(dayAt(now) - days + 1),
  to: toDate(dayAt(now)),
});
