import type {
  AssetReportRecord,
  AssetReportStore,
} from "../../domain/asset-reports/asset-report.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Queryable } from "../tables.ts";
import { auditCopies } from "./audit-copies.ts";
import { copyContents, insertContents, readHistory, readItems } from "./report-contents.ts";

/** Asset Reports with their contents and audit copies. */
export const assetReports = (db: Queryable, writeWith: WriteWithOutbox): AssetReportStore => ({
  create: (report, jobs) => writeWith(jobs, (transaction) => insertReport(transaction, report)),

  byTokenDigest: (digest) => findReport(db, "token_digest", digest),

  byId: (assetReportId) => findReport(db, "asset_report_id", assetReportId),

  items: (assetReportId) => readItems(db, assetReportId),

  history: (assetReportId, accountId) => readHistory(db, assetReportId, accountId),

  complete: (assetReportId, state, items, jobs) =>
    writeWith(jobs, async (transaction) => {
      if (!(await compareAndSetState(transaction, assetReportId, "making", state))) return false;
      await insertContents(transaction, assetReportId, items);
      return true;
    }),

  fail: (assetReportId, state, jobs) =>
    writeWith(jobs, (transaction) =>
      compareAndSetState(transaction, assetReportId, "making", state),
    ),

  copy: (fromAssetReportId, report, jobs) =>
    writeWith(jobs, async (transaction) => {
      const from = await findReport(transaction, "asset_report_id", fromAssetReportId);
      if (from?.state.at !== "ready") return false;
      await insertReport(transaction, report);
      await copyContents(transaction, fromAssetReportId, report);
      return true;
    }),

  remove: (assetReportId, jobs = []) =>
    writeWith(jobs, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("asset_report")
        .set({ ...stateRow({ at: "removed" }), ...CLEARED })
        .where("asset_report_id", "=", assetReportId)
        .where("status", "<>", "removed")
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      for (const table of CONTENTS)
        await transaction.deleteFrom(table).where("asset_report_id", "=", assetReportId).execute();
      return true;
    }),

  ...auditCopies(db, writeWith),
});

/** The tables that are emptied with a report; its record stays, without personal data. */
const CONTENTS = ["asset_report_account", "asset_report_item", "audit_copy"] as const;
const CLEARED = { sealed_user: "", client_report_id: null, webhook: null };

const stateRow = (state: AssetReportRecord["state"]) => ({
  status: state.at,
  state: JSON.stringify(state),
});

async function insertReport(db: Queryable, report: AssetReportRecord): Promise<void> {
  await db
    .insertInto("asset_report")
    .values({
      asset_report_id: report.assetReportId,
      client_id: report.clientId,
      token_digest: report.tokenDigest,
      item_ids: JSON.stringify(report.itemIds),
      excluded_account_ids: JSON.stringify(report.excludedAccountIds),
      days_requested: report.daysRequested,
      client_report_id: report.clientReportId,
      webhook: report.webhook,
      sealed_user: report.sealedUser,
      created_at: report.createdAt,
      ...stateRow(report.state),
    })
    .execute();
}

async function compareAndSetState(
  db: Queryable,
  assetReportId: string,
  from: AssetReportRecord["state"]["at"],
  state: AssetReportRecord["state"],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("asset_report")
    .set(stateRow(state))
    .where("asset_report_id", "=", assetReportId)
    .where("status", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Rows were validated when they were written, so that a read only parses them. */
async function findReport(
  db: Queryable,
  key: "asset_report_id" | "token_digest",
  value: string,
): Promise<AssetReportRecord | null> {
  const row = await db
    .selectFrom("asset_report")
    .select([
      "asset_report_id as assetReportId",
      "client_id as clientId",
      "token_digest as tokenDigest",
      "item_ids as itemIds",
      "excluded_account_ids as excludedAccountIds",
      "days_requested as daysRequested",
      "client_report_id as clientReportId",
      "webhook",
      "sealed_user as sealedUser",
      "created_at as createdAt",
      "state",
    ])
    .where(key, "=", value)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    itemIds: JSON.parse(row.itemIds),
    excludedAccountIds: JSON.parse(row.excludedAccountIds),
    state: JSON.parse(row.state),
  };
}
