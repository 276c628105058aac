import type { AssetReportStore } from "../../domain/asset-reports/asset-report.ts";
import { isOfPresentClient } from "../clients/present-client.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Queryable } from "../tables.ts";

type AuditCopies = Pick<AssetReportStore, "addAuditCopy" | "auditCopy" | "removeAuditCopy">;

/** Audit copies by the digests of their tokens. */
export const auditCopies = (db: Queryable, writeWithOutbox: WriteWithOutbox): AuditCopies => ({
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
