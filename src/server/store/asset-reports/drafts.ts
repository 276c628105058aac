import type {
  AssetReportRecord,
  AssetReportStore,
  Draft,
} from "../../domain/asset-reports/asset-report.ts";
import { compressJson } from "../../domain/asset-reports/compressed-json.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Database, Queryable } from "../tables.ts";
import { insertItem } from "./report-contents.ts";
import { insertPiece, markForErasure, pieceFinder } from "./report-pieces.ts";

type Drafts = Pick<AssetReportStore, "piece" | "begin" | "write" | "discard" | "complete" | "fail">;

/** The content of a report, during and after its generation. A later attempt locks out an earlier one. */
export const drafts = (db: Database, writeWithOutbox: WriteWithOutbox): Drafts => ({
  piece: pieceFinder(db),

  begin: (draft) =>
    writeWithOutbox([], async (transaction) => {
      if (!(await dropDraft(transaction, draft.assetReportId))) return false;
      await setState(transaction, draft.assetReportId, making(draft));
      return true;
    }),

  write: async (draft, pieces, item) => {
    // Compression runs before the transaction, which must stay short.
    const rows = await Promise.all(
      pieces.map(async ({ accountId, part, position, json }) => ({
        draft_id: draft.draftId,
        account_id: accountId,
        part,
        position,
        bytes: await compressJson(json),
      })),
    );
    return writeWithOutbox([], async (transaction) => {
      if (!(await isCurrent(transaction, draft))) return false;
      for (const row of rows) await insertPiece(transaction, row);
      if (item) await insertItem(transaction, draft, item);
      return true;
    });
  },

  discard: async ({ draftId }, accountIds) => {
    if (accountIds.length === 0) return;
    await db
      .deleteFrom("report_piece")
      .where("draft_id", "=", draftId)
      .where("account_id", "in", accountIds)
      .execute();
  },

  complete: (draft, state, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("asset_report")
        .set(stateRow(state))
        .where("asset_report_id", "=", draft.assetReportId)
        .where("state", "=", stateRow(making(draft)).state)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    }),

  fail: (assetReportId, state, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      if (!(await dropDraft(transaction, assetReportId))) return false;
      await setState(transaction, assetReportId, state);
      return true;
    }),
});

/** The columns of a report's state. */
export const stateRow = (state: AssetReportRecord["state"]) => ({
  status: state.at,
  state: JSON.stringify(state),
});

const making = ({ draftId }: Draft) => ({ at: "making", draftId }) as const;

/**
 * Whether the attempt still holds the report: the report has not ended, and has no later attempt.
 */
async function isCurrent(transaction: Queryable, draft: Draft): Promise<boolean> {
  const row = await transaction
    .selectFrom("asset_report")
    .select("asset_report_id")
    .where("asset_report_id", "=", draft.assetReportId)
    .where("state", "=", stateRow(making(draft)).state)
    .executeTakeFirst();
  return row !== undefined;
}

async function setState(
  transaction: Queryable,
  assetReportId: string,
  state: AssetReportRecord["state"],
): Promise<void> {
  await transaction
    .updateTable("asset_report")
    .set(stateRow(state))
    .where("asset_report_id", "=", assetReportId)
    .execute();
}

/** Deletes the partial content of a report; false unless the report is being generated. */
export const dropDraft = async (
  transaction: Queryable,
  assetReportId: string,
): Promise<boolean> => {
  const row = await transaction
    .selectFrom("asset_report")
    .select("state")
    .where("asset_report_id", "=", assetReportId)
    .where("status", "=", "making")
    .executeTakeFirst();
  if (!row) return false;
  const state: Extract<AssetReportRecord["state"], { at: "making" }> = JSON.parse(row.state);
  if (state.draftId !== undefined) await markForErasure(transaction, state.draftId);
  for (const table of ["asset_report_account", "asset_report_item"] as const)
    await transaction.deleteFrom(table).where("asset_report_id", "=", assetReportId).execute();
  return true;
};
