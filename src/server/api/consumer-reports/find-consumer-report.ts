import { z } from "zod";
import type { ReportProduct } from "../../../protocol/vocabulary.ts";
import {
  REPORT_LIFETIME_MS,
  type ReadyConsumerReport,
  type ReportDocument,
} from "../../domain/consumer-reports/consumer-report.ts";
import { Fault } from "../../domain/fault.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { JsonStream } from "../../domain/raw-json.ts";
import type { ApiContext } from "../endpoint.ts";
import { UserId, UserToken } from "../fields.ts";
import { findUser } from "../user-of.ts";

/** The request of every path that reads a report. */
export const ReportRequest = z.strictObject({
  user_id: UserId.optional(),
  user_token: UserToken.optional().meta({ examples: [] }),
});

/** The error codes of every path that reads a report. */
export const REPORT_REFUSALS = [
  "INVALID_USER_ID",
  "INVALID_USER_TOKEN",
  "CONSUMER_REPORT_NOT_FOUND",
  "CONSUMER_REPORT_NOT_READY",
  "CONSUMER_REPORT_EXPIRED",
  "CHECK_REPORT_DATA_UNAVAILABLE",
  "CHECK_REPORT_NO_ACCOUNTS",
  "INSUFFICIENT_TRANSACTION_DATA",
] as const;

/** The user's report, if ready and not expired. */
export const findConsumerReport = async (
  body: z.output<typeof ReportRequest>,
  context: ApiContext,
): Promise<ReadyConsumerReport> => {
  const { userId } = await findUser(body, context);
  const report = await context.store.consumerReports.byUserId(userId);
  if (!report) throw new Fault("CONSUMER_REPORT_NOT_FOUND");
  const { state } = report;
  if (state.at === "making") throw new Fault("CONSUMER_REPORT_NOT_READY");
  if (state.at === "failed")
    throw new Fault(state.error, state.causes.length > 0 ? { causes: state.causes } : {});
  if (context.clock() - state.generatedAt >= REPORT_LIFETIME_MS)
    throw new Fault("CONSUMER_REPORT_EXPIRED");
  return { ...report, state };
};

/** A product's stored document; INVALID_PRODUCT if the product was not requested. */
export const loadProduct = async <Value>(
  report: ReadyConsumerReport,
  product: ReportProduct,
  context: ApiContext,
): Promise<JsonStream<Value>> => {
  if (!report.products.includes(product))
    throw new Fault("INVALID_PRODUCT", {
      message: `the report was created without ${product}; create another one with it in products`,
    });
  const close = await context.reportReads.enter(context.client.clientId);
  return {
    stream: (edit) => {
      const pieces = documentOf(report, product, context);
      return edit ? editedDocument(pieces, edit) : pieces;
    },
    close,
  };
};

/** Edits a whole document into an older version. */
async function* editedDocument(
  pieces: AsyncIterable<Uint8Array>,
  edit: (value: unknown) => unknown,
): AsyncGenerator<string> {
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces) chunks.push(piece);
  yield JSON.stringify(edit(JSON.parse(Buffer.concat(chunks).toString("utf8"))));
}

/**
 * The bytes of a document, piece by piece. Throws if the report is removed meanwhile, so that
 * partial content never passes for a whole document.
 */
export const documentOf = async function* (
  { reportId }: ReadyConsumerReport,
  document: ReportDocument,
  { store }: ApiContext,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const piece = await store.consumerReports.piece(reportId, document, position);
    // Checked after the piece, since a report is removed before its pieces are erased.
    if ((await store.consumerReports.byId(reportId)) === null)
      throw new Fault("CONSUMER_REPORT_NOT_FOUND");
    if (piece === null) return;
    yield piece;
    await yieldToEventLoop();
  }
};
