import type { AssetReportStore } from "../../domain/asset-reports/asset-report.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database } from "../tables.ts";
import { insertPiece, openPiece } from "./report-pieces.ts";

type ReportPdfs = Pick<AssetReportStore, "writePdf" | "completePdf" | "pdfPiece">;

const PART = "pdf";

/** The PDFs of reports, in pieces; they are compressed already. */
export const reportPdfs = (db: Database, writeWithOutbox: WriteWithOutbox): ReportPdfs => ({
  writePdf: (assetReportId, position, bytes) =>
    writeWithOutbox([], async (transaction) => {
      const report = await transaction
        .selectFrom("asset_report")
        .select("asset_report_id")
        .where("asset_report_id", "=", assetReportId)
        .where("status", "=", "ready")
        .executeTakeFirst();
      if (!report) return false;
      const draft_id = pdfDraft(assetReportId);
      await insertPiece(transaction, { draft_id, account_id: "", part: PART, position, bytes });
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

  pdfPiece: pdfPieceFinder(db),
});

function pdfPieceFinder(db: Database): AssetReportStore["pdfPiece"] {
  const find = preparedRead<{ draftId: string; position: number }, { body: string }>(db, (param) =>
    db
      .selectFrom("report_piece")
      .select("body")
      .where("draft_id", "=", param("draftId"))
      .where("account_id", "=", "")
      .where("part", "=", PART)
      .where("position", "=", param("position")),
  );
  return async (assetReportId, position) => {
    const draft_id = pdfDraft(assetReportId);
    const [row] = await find({ draftId: draft_id, position });
    return row ? openPiece(db, { ...row, draft_id, account_id: "", part: PART, position }) : null;
  };
}

/** The key of the pieces of a report's PDF. */
export const pdfDraft = (assetReportId: string): string => `pdf ${assetReportId}`;
