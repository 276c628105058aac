import type { ErrorCause, ErrorCode } from "../../../protocol/errors/errors.ts";
import type { BaseReport, CheckReportWarning } from "../../../protocol/reports/base-report.ts";
import type { IncomeInsights } from "../../../protocol/reports/income-insights.ts";
import type { NetworkInsights } from "../../../protocol/reports/network-insights.ts";
import type { PermissiblePurpose, ReportProduct } from "../../../protocol/vocabulary.ts";
import type { NewJob } from "../jobs/job.ts";
import type { Identity } from "../users/identity.ts";

/** A requested consumer report about a user, and its state. Times are ms since 1970. */
export type ConsumerReportRecord = {
  reportId: string;
  clientId: string;
  userId: string;
  /** The base report, and the other requested products. */
  products: ReportProduct[];
  daysRequested: number;
  /** The minimum number of days of transactions in the report. */
  daysRequired: number;
  /** Whether the report fails without the owners of an Item's accounts. */
  requireIdentity: boolean;
  clientReportId: string | null;
  /** The address of its webhooks; null for none. */
  webhook: string | null;
  purpose: PermissiblePurpose;
  createdAt: number;
  state: ConsumerReportState;
};

/** The state of a report, which never changes once the report is ready. */
export type ConsumerReportState =
  | { at: "making" }
  | { at: "ready"; generatedAt: number; itemIds: string[]; warnings: CheckReportWarning[] }
  | { at: "failed"; error: ConsumerReportFailure; causes: ErrorCause[] };

/** A report that is ready. */
export type ReadyConsumerReport = ConsumerReportRecord & {
  state: Extract<ConsumerReportState, { at: "ready" }>;
};

/** The possible reasons of a failed report. */
export type ConsumerReportFailure = Extract<
  ErrorCode,
  | "CHECK_REPORT_DATA_UNAVAILABLE"
  | "CHECK_REPORT_NO_ACCOUNTS"
  | "INSUFFICIENT_TRANSACTION_DATA"
  | "INTERNAL_SERVER_ERROR"
>;

/** A document of a report: a product's JSON, or all of them as a PDF. */
export type ReportDocument = ReportProduct | "pdf";

/** A piece of a document. */
export type DocumentPiece = { document: ReportDocument; position: number; bytes: Uint8Array };

/** How long a report may be read. */
export const REPORT_LIFETIME_MS = 24 * 3_600_000;

/** The port for consumer reports; a user has at most one. */
export type ConsumerReportStore = {
  /**
   * Adds a report in place of the user's earlier report, whose contents are deleted;
   * INVALID_USER_ID for a removed user. An existing id changes nothing.
   */
  create(report: ConsumerReportRecord, jobs: readonly NewJob[]): Promise<void>;
  byId(reportId: string): Promise<ConsumerReportRecord | null>;
  byUserId(userId: string): Promise<ConsumerReportRecord | null>;
  /** Stores a finished report; false without changes unless the report was being generated. */
  complete(
    reportId: string,
    state: Extract<ConsumerReportState, { at: "ready" }>,
    pieces: readonly DocumentPiece[],
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Marks a report as failed; false unless the report was being generated. */
  fail(
    reportId: string,
    state: Extract<ConsumerReportState, { at: "failed" }>,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** The bytes of a piece, or null. */
  piece(reportId: string, document: ReportDocument, position: number): Promise<Uint8Array | null>;
};

/** The contents of a printed consumer report. */
export type PrintableConsumerReport = {
  /** The client that requested the report, the client's name, and the purpose. */
  clientId: string;
  clientName: string | null;
  purpose: PermissiblePurpose;
  /** The client's own id of the person. */
  clientUserId: string;
  /** The person as the client named them, or null. */
  about: Identity | null;
  baseReport: BaseReport;
  income: IncomeInsights | null;
  network: NetworkInsights | null;
};
