import { type NewJob, newJob } from "../jobs/job.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { AssetReportRecord, AssetReportStore } from "./asset-report.ts";
import type { AssetReportDeps } from "./deps.ts";
import { printableReport } from "./printable-report.ts";

/** The number of bytes in a stored piece of a PDF. */
const PIECE_BYTES = 64 * 1024;

/** The job that prints a ready report. */
export const printJob = (
  services: Pick<AssetReportDeps, "clock" | "random">,
  { assetReportId, clientId }: Pick<AssetReportRecord, "assetReportId" | "clientId">,
): NewJob =>
  newJob(services, {
    name: "print-asset-report",
    payload: { assetReportId },
    lane: `print-asset-reports ${clientId}`,
  });

/** Prints a report and stores its PDF. A printed or removed report stays unchanged. */
export const printAssetReport = async (
  services: AssetReportDeps,
  assetReportId: string,
): Promise<void> => {
  const { assetReports } = services.store;
  const report = await assetReports.byId(assetReportId);
  if (report?.state.at !== "ready" || report.hasPdf) return;
  const { state } = report;
  const printable = await printableReport(services, { ...report, state });
  let position = 0;
  for await (const piece of inPieces(services.renderReportPdf(printable))) {
    if (!(await assetReports.writePdf(assetReportId, position, piece))) return;
    position += 1;
  }
  await assetReports.completePdf(assetReportId);
};

/** Regroups chunks into pieces of the same size; the last piece may be smaller. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

export const storedPdf = async function* (
  store: Pick<AssetReportStore, "pdfPiece">,
  assetReportId: string,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const piece = await store.pdfPiece(assetReportId, position);
    if (piece === null) return;
    yield piece;
    await yieldToEventLoop();
  }
};
