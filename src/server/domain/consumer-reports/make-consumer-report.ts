import type { ErrorCause } from "../../../protocol/errors/errors.ts";
import type { BaseReport, CheckReportWarning } from "../../../protocol/reports/base-report.ts";
import type { IncomeInsights } from "../../../protocol/reports/income-insights.ts";
import type { NetworkInsights } from "../../../protocol/reports/network-insights.ts";
import { periodOfDays } from "../asset-reports/asset-report.ts";
import { TRANSIENT_ERRORS } from "../asset-reports/make-asset-report.ts";
import { toDay } from "../calendar.ts";
import { jsonInTurns } from "../jobs/json-in-turns.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import { openIdentity } from "../users/create-user.ts";
import type { User } from "../users/user.ts";
import { makeBaseReport } from "./base-report/make-base-report.ts";
import { cashFlowInsights } from "./cash-flow/cash-flow-insights.ts";
import type {
  ConsumerReportFailure,
  ConsumerReportRecord,
  DocumentPiece,
  ReportDocument,
} from "./consumer-report.ts";
import type { ConsumerReportDeps } from "./deps.ts";
import { makeIncomeInsights } from "./income/make-income-insights.ts";
import { type LinkedItem, readLinkedItem } from "./linked-item.ts";
import { type ConnectedItem, makeNetworkInsights } from "./make-network-insights.ts";
import { checkReportWebhooks } from "./user-webhooks.ts";

/** The maximum number of a report's transactions, which are all in memory at once. */
const MAX_TRANSACTIONS = 25_000;

/** The outcome of an attempt to generate a report; `not yet` if a retry may succeed. */
export type ConsumerReportOutcome = "made" | "failed" | "not yet" | "gone";

/** Whether this is the last attempt, and the maximum number of transactions. */
type Attempt = { isLastTry: boolean; maxTransactions?: number };

/**
 * Generates a report from all Items of its user, with the institutions' current data. An Item that cannot be
 * read is left out, with a warning. Idempotent: a second run changes nothing.
 */
export const makeConsumerReport = async (
  services: ConsumerReportDeps,
  reportId: string,
  attempt: Attempt,
): Promise<ConsumerReportOutcome> => {
  const report = await services.store.consumerReports.byId(reportId);
  if (report?.state.at !== "making") return "gone";
  const leave = await services.consumerReportMaking.enter(report.clientId);
  try {
    return await make(services, reportId, attempt);
  } finally {
    leave();
  }
};

async function make(
  services: ConsumerReportDeps,
  reportId: string,
  { isLastTry, maxTransactions: max = MAX_TRANSACTIONS }: Attempt,
): Promise<ConsumerReportOutcome> {
  const { store, clock } = services;
  const report = await store.consumerReports.byId(reportId);
  const user = report && (await store.users.byUserId(report.userId));
  if (!user || report.state.at !== "making") return "gone";
  const items: ConnectedItem[] = [];
  const warnings: CheckReportWarning[] = [];
  const causes: ErrorCause[] = [];
  let maxTransactions = max;
  for (const item of await store.users.items(report.userId)) {
    const reading = await readLinkedItem(services, item, {
      days: report.daysRequested,
      maxTransactions,
    });
    if ("tooLarge" in reading)
      return fail(services, { report, user }, "CHECK_REPORT_DATA_UNAVAILABLE", [reading.tooLarge]);
    if ("refusal" in reading) {
      if (!isLastTry && TRANSIENT_ERRORS.includes(reading.refusal.code)) return "not yet";
      causes.push(reading.cause);
      warnings.push(warning("TRANSACTIONS_UNAVAILABLE", reading.cause));
      continue;
    }
    maxTransactions -= reading.count;
    items.push({ ...reading.item, connectedAt: item.createdAt });
    const { ownersRefusal } = reading;
    if (ownersRefusal && report.requireIdentity)
      return fail(services, { report, user }, "CHECK_REPORT_DATA_UNAVAILABLE", [ownersRefusal]);
    if (ownersRefusal) warnings.push(warning("IDENTITY_UNAVAILABLE", ownersRefusal));
  }
  const failure = pickFailure(items, causes, report, clock());
  if (failure) return fail(services, { report, user }, failure, causes);

  const generatedAt = clock();
  const itemIds = items.map(({ itemId }) => itemId);
  const pieces = await renderDocuments(services, { report, user }, items, generatedAt);
  const jobs = await checkReportWebhooks(
    services,
    { user, webhook: report.webhook },
    { at: "ready", itemIds, successfulProducts: report.products, failedProducts: [] },
  );
  const state = { at: "ready", generatedAt, itemIds, warnings } as const;
  return (await store.consumerReports.complete(reportId, state, pieces, jobs)) ? "made" : "gone";
}

/** Marks a report as failed after an unexpected error. */
export const giveUpConsumerReport = async (
  services: ConsumerReportDeps,
  reportId: string,
): Promise<ConsumerReportOutcome> => {
  const { store } = services;
  const report = await store.consumerReports.byId(reportId);
  const user = report && (await store.users.byUserId(report.userId));
  return user ? fail(services, { report, user }, "INTERNAL_SERVER_ERROR", []) : "gone";
};

type Subject = { report: ConsumerReportRecord; user: User };

async function fail(
  services: ConsumerReportDeps,
  { report, user }: Subject,
  error: ConsumerReportFailure,
  causes: ErrorCause[],
): Promise<ConsumerReportOutcome> {
  const { store } = services;
  const itemIds = (await store.users.items(user.userId)).map(({ itemId }) => itemId);
  const receiver = { user, webhook: report.webhook };
  const jobs = await checkReportWebhooks(services, receiver, { at: "failed", itemIds });
  const state = { at: "failed", error, causes } as const;
  return (await store.consumerReports.fail(report.reportId, state, jobs)) ? "failed" : "gone";
}

/** Returns the reason that prevents a report of these Items, or null. */
function pickFailure(
  items: readonly LinkedItem[],
  causes: readonly ErrorCause[],
  { daysRequested, daysRequired }: ConsumerReportRecord,
  now: number,
): ConsumerReportFailure | null {
  if (items.length === 0 && causes.length > 0) return "CHECK_REPORT_DATA_UNAVAILABLE";
  const accounts = items.flatMap((item) => item.accounts);
  if (accounts.length === 0) return "CHECK_REPORT_NO_ACCOUNTS";
  const { from, to } = periodOfDays(daysRequested, now);
  const dates = accounts
    .flatMap(({ transactions }) => transactions.map(({ date }) => date))
    .filter((date) => from <= date && date <= to);
  const oldest = dates.reduce((min, date) => (date < min ? date : min), to);
  const days = dates.length === 0 ? 0 : toDay(to) - toDay(oldest) + 1;
  return days < Math.max(1, daysRequired) ? "INSUFFICIENT_TRANSACTION_DATA" : null;
}

/** The documents of all products and their PDF, in pieces. */
async function renderDocuments(
  services: ConsumerReportDeps,
  { report, user }: Subject,
  items: readonly ConnectedItem[],
  now: number,
): Promise<DocumentPiece[]> {
  const pieces: DocumentPiece[] = [];
  const baseReport: BaseReport = await makeBaseReport(items, { ...report, now });
  await yieldToEventLoop();
  pieces.push(...(await cutJson("cra_base_report", baseReport)));
  if (report.products.includes("cra_cashflow_insights"))
    pieces.push(...(await cutJson("cra_cashflow_insights", cashFlowInsights(baseReport))));
  await yieldToEventLoop();
  let income: IncomeInsights | null = null;
  if (report.products.includes("cra_income_insights")) {
    income = await makeIncomeInsights(items, { ...report, now });
    pieces.push(...(await cutJson("cra_income_insights", income)));
    await yieldToEventLoop();
  }
  let network: NetworkInsights | null = null;
  if (report.products.includes("cra_network_insights")) {
    network = await makeNetworkInsights(items, { ...report, now });
    pieces.push(...(await cutJson("cra_network_insights", network)));
  }
  const { clientId, purpose } = report;
  const about = openIdentity(services, user);
  const printable = {
    clientId,
    clientName: (await services.store.clients.byClientId(clientId))?.name || null,
    purpose,
    clientUserId: user.clientUserId,
    about,
    baseReport,
    income,
    network,
  };
  pieces.push(...(await cutBytes("pdf", services.renderConsumerReportPdf(printable))));
  return pieces;
}

const warning = (
  warning_code: CheckReportWarning["warning_code"],
  cause: ErrorCause,
): CheckReportWarning => ({ warning_type: "CHECK_REPORT_WARNING", warning_code, cause });

/** The maximum size of a piece, in bytes. */
const PIECE_BYTES = 128 * 1024;

/** A value as JSON, in pieces. */
const cutJson = async (document: ReportDocument, value: object): Promise<DocumentPiece[]> => {
  const chunks: Uint8Array[] = [];
  for await (const piece of jsonInTurns(value)) chunks.push(Buffer.from(piece));
  return cut(document, Buffer.concat(chunks));
};

/** Cuts bytes from chunks of any size into pieces. */
const cutBytes = async (
  document: ReportDocument,
  content: AsyncIterable<Uint8Array>,
): Promise<DocumentPiece[]> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return cut(document, Buffer.concat(chunks));
};

function cut(document: ReportDocument, bytes: Buffer): DocumentPiece[] {
  return Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, position) => ({
    document,
    position,
    bytes: bytes.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES),
  }));
}
