import type { AssetReportStore } from "../../domain/asset-reports/asset-report.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Queryable } from "../tables.ts";
import { insertPiece } from "./report-pieces.ts";

type ReportPdfs = Pick<AssetReportStore, "writePdf" | "completePdf" | "pdfPiece">;

const PART = "pdf";

/** The PDFs of reports, in pieces; they are compressed already. */
export const reportPdfs = (db: Queryable, writeWith: WriteWithOutbox): ReportPdfs => ({
  writePdf: (assetReportId, position, bytes) =>
    writeWith([], async (transaction) => {
      const report = await transaction
        .selectFrom("asset_report")
        .select("asset_report_id")
        .where("asset_report_id", "=", assetReportId)
        .where("status", "=", "ready")
        .executeTakeFirst();
      if (!report) return false;
      const draft_id = pdfDraft(assetReportId);
      const body = Buffer.from(bytes).toString("base64");
      await insertPiece(transaction, { draft_id, account_id: "", part: PART, position, body });
      return true;
    }),

  completePdf: async (assetReportId) => {
    const { numUpdatedRows } = await db
      .updateTable("asset_report")
      .set({ has_pdf: 1 })
      .where("asset_report_id", "=", assetReportId)
      .where("status", "=", "ready")
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  pdfPiece: async (assetReportId, position) => {
    const row = await db
      .selectFrom("report_piece")
      .select("body")
      .where("draft_id", "=", pdfDraft(assetReportId))
      .where("account_id", "=", "")
      .where("part", "=", PART)
      .where("position", "=", position)
      .executeTakeFirst();
    return row ? Buffer.from(row.body, "base64") : null;
  },
});

/** What the pieces of a report's PDF are found by. */
export const pdfDraft = (assetReportId: string): string => `pdf ${assetReportId}`;
