import type {
  AssetReportRecord,
  AssetReportStore,
} from "../../domain/asset-reports/asset-report.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Database, Queryable } from "../tables.ts";
import { drafts, dropDraft, stateRow } from "./drafts.ts";
import { copyContents, readItems } from "./report-contents.ts";
import { pdfDraft, reportPdfs } from "./report-pdfs.ts";
import { markForErasure } from "./report-pieces.ts";

/** Asset Reports with their contents and audit copies. */
export const assetReports = (db: Database, writeWithOutbox: WriteWithOutbox): AssetReportStore => ({
  create: (report, jobs) =>
    writeWithOutbox(jobs, (transaction) => insertReport(transaction, report)),

  byTokenDigest: (digest) => findReport(db, "token_digest", digest),

  byId: (assetReportId) => findReport(db, "asset_report_id", assetReportId),

  items: (assetReportId) => readItems(db, assetReportId),

  ...drafts(db, writeWithOutbox),

  ...reportPdfs(db, writeWithOutbox),

  copy: (fromAssetReportId, report, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      const from = await findReport(transaction, "asset_report_id", fromAssetReportId);
      if (from?.state.at !== "ready") return false;
      await insertReport(transaction, report);
      await copyContents(transaction, fromAssetReportId, report);
      return true;
    }),

  remove: (assetReportId, jobs = []) =>
    writeWithOutbox(jobs, (transaction) => removeReport(transaction, assetReportId)),

  ...auditCopies(db, writeWithOutbox),
});

/** Deletes the contents of a report and its audit copies within a transaction; true exactly once. */
export const removeReport = async (
  transaction: Queryable,
  assetReportId: string,
): Promise<boolean> => {
  await dropDraft(transaction, assetReportId);
  const { numUpdatedRows } = await transaction
    .updateTable("asset_report")
    .set({ ...stateRow({ at: "removed" }), ...NO_CONTENT })
    .where("asset_report_id", "=", assetReportId)
    .where("status", "<>", "removed")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await markContents(transaction, assetReportId);
  for (const table of CONTENTS)
    await transaction.deleteFrom(table).where("asset_report_id", "=", assetReportId).execute();
  return true;
};

/**
 * The tables that a report's deletion empties. The report's own row stays, without personal data.
 */
const CONTENTS = [
  "asset_report_account",
  "asset_report_item",
  "asset_report_coverage",
  "audit_copy",
] as const;
const NO_CONTENT = { sealed_user: "", client_report_id: null, webhook: null, has_pdf: 0 };

/** Marks the pieces of a report that is ready, and of its PDF. */
async function markContents(transaction: Queryable, assetReportId: string): Promise<void> {
  await markForErasure(transaction, pdfDraft(assetReportId));
  await transaction
    .insertInto("report_erasure")
    .columns(["draft_id", "account_id"])
    .expression(({ selectFrom }) =>
      selectFrom("asset_report_account")
        .select(["draft_id", "account_id"])
        .where("asset_report_id", "=", assetReportId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks the pieces of some reports, before the reports are deleted. */
export const markReports = async (
  transaction: Queryable,
  assetReportIds: readonly string[],
): Promise<void> => {
  const reports = await transaction
    .selectFrom("asset_report")
    .select("asset_report_id as assetReportId")
    .where("asset_report_id", "in", assetReportIds)
    .where("status", "in", ["making", "ready"])
    .execute();
  for (const { assetReportId } of reports) {
    await dropDraft(transaction, assetReportId);
    await markContents(transaction, assetReportId);
  }
};

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
      require_all_items: Number(report.requireAllItems),
      created_at: report.createdAt,
      ...stateRow(report.state),
    })
    .execute();
  const itemIds = [...new Set(report.itemIds)];
  if (itemIds.length > 0)
    await db
      .insertInto("asset_report_coverage")
      .values(itemIds.map((itemId) => ({ item_id: itemId, asset_report_id: report.assetReportId })))
      .execute();
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
      "has_pdf as hasPdf",
      "require_all_items as requireAllItems",
    ])
    .where(key, "=", value)
    .where(isOfPresentClient("asset_report"))
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    itemIds: JSON.parse(row.itemIds),
    excludedAccountIds: JSON.parse(row.excludedAccountIds),
    state: JSON.parse(row.state),
    hasPdf: row.hasPdf === 1,
    requireAllItems: row.requireAllItems === 1,
  };
}

type AuditCopies = Pick<AssetReportStore, "addAuditCopy" | "auditCopy" | "removeAuditCopy">;

/** Audit copies by the digests of their tokens. */
const auditCopies = (db: Queryable, writeWithOutbox: WriteWithOutbox): AuditCopies => ({
  addAuditCopy: async (copy) => {
    await db
      .insertInto("audit_copy")
      .values({
        digest: copy.digest,
        asset_report_id: copy.assetReportId,
        client_id: copy.clientId,
        auditor_id: copy.auditorId,
        created_at: copy.createdAt,
      })
      .execute();
  },

  auditCopy: async (digest) => {
    const row = await db
      .selectFrom("audit_copy")
      .select([
        "digest",
        "asset_report_id as assetReportId",
        "client_id as clientId",
        "auditor_id as auditorId",
        "created_at as createdAt",
      ])
      .where("digest", "=", digest)
      .where(isOfPresentClient("audit_copy"))
      .executeTakeFirst();
    return row ?? null;
  },

  removeAuditCopy: (digest, jobs = []) =>
    writeWithOutbox(jobs, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("audit_copy")
        .where("digest", "=", digest)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    }),
});
