import type { InvestmentDeps } from "../transactions/investments/deps.ts";
import type { AssetReportStore } from "./asset-report.ts";
import type { ClientNames, PrintableReport } from "./printable-report.ts";

/** The services that Asset Reports need: those of investments, their own store, and a renderer. */
export type AssetReportDeps = InvestmentDeps & {
  /** Renders an Asset Report as a document, in chunks. */
  renderReportPdf: (report: PrintableReport) => AsyncIterable<Uint8Array>;
  store: { assetReports: AssetReportStore; clients: ClientNames };
};
