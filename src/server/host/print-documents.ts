import type { Brand } from "../../protocol/brand/brand.ts";
import type { PrintStatement } from "../domain/connectors/printable-statement.ts";
import type { Services } from "../domain/services.ts";

/**
 * Prints reports as PDFs under the server's brand. Each large renderer is loaded at its first call,
 * since most servers print no PDFs.
 */
export const reportPrinters = (
  brand: Brand,
): Pick<Services, "renderReportPdf" | "renderConsumerReportPdf"> => ({
  renderReportPdf: async function* (report) {
    const { renderReportPdf } = await import("../documents/pdf/render-report-pdf.ts");
    yield* renderReportPdf(report, brand);
  },
  renderConsumerReportPdf: async function* (report) {
    const { renderConsumerReportPdf } = await import(
      "../documents/pdf/render-consumer-report-pdf.ts"
    );
    yield* renderConsumerReportPdf(report, brand);
  },
});

/** Prints a statement of a sandbox's bank. */
export const printStatement: PrintStatement = async (statement) => {
  const { renderStatementPdf } = await import("../documents/pdf/render-statement-pdf.ts");
  return renderStatementPdf(statement);
};
