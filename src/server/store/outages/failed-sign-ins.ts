import type { NewJob } from "../../domain/jobs/job.ts";
import type { FailedSignInStore } from "../../domain/outages/failed-sign-in.ts";
import { logoOf } from "../clients/client-settings.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { column } from "../link/session-columns.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Database } from "../tables.ts";

/** The sessions whose users could not sign in. */
export const failedSignIns = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
): FailedSignInStore => ({
  put: async ({ linkSessionId, clientId, institutionId, sealedNotice, recipientDigest, at }) => {
    const values = {
      client_id: clientId,
      institution_id: institutionId,
      sealed_notice: sealedNotice,
      recipient_digest: recipientDigest,
      is_mailed: 0,
      failed_at: at,
    };
    await db
      .insertInto("failed_sign_in")
      .values({ link_session_id: linkSessionId, ...values })
      .onConflict((conflict) => conflict.column("link_session_id").doUpdateSet(values))
      .execute();
  },

  take: async ({ institutionId, since, until, limit }, tell) => {
    const { count } = await writeWithOutbox(
      ({ jobs }: { jobs: readonly NewJob[]; count: number }) => jobs,
      async (transaction) => {
        const rows = await transaction
          .selectFrom("failed_sign_in")
          .leftJoin(
            "link_session",
            "link_session.link_session_id",
            "failed_sign_in.link_session_id",
          )
          .leftJoin("link_visit", "link_visit.link_session_id", "failed_sign_in.link_session_id")
          .leftJoin("client_brand", "client_brand.client_id", "failed_sign_in.client_id")
          .select([
            "failed_sign_in.link_session_id as linkSessionId",
            "failed_sign_in.client_id as clientId",
            "failed_sign_in.institution_id as institutionId",
            "sealed_notice as sealedNotice",
            "recipient_digest as recipientDigest",
            "is_mailed as isMailed",
            "failed_at as at",
            "step",
            "outcome",
            "client_brand.name as brandName",
            "logo_digest",
            "logo_width",
            "logo_height",
          ])
          .where("failed_sign_in.institution_id", "=", institutionId)
          .where("failed_at", ">=", since)
          .where("failed_at", "<=", until)
          // The new cell of a moved client notifies its users.
          .where(isOfPresentClient("failed_sign_in"))
          .orderBy("failed_at")
          .limit(limit)
          .execute();
        const isDeleted = new Set<string>();
        // Deletes row by row: only the process that deletes a row sends its notice.
        for (const { linkSessionId } of rows) {
          const { numDeletedRows } = await transaction
            .deleteFrom("failed_sign_in")
            .where("link_session_id", "=", linkSessionId)
            .executeTakeFirst();
          if (numDeletedRows > 0n) isDeleted.add(linkSessionId);
        }
        const open = rows
          .filter(
            ({ linkSessionId, step, outcome }) =>
              isDeleted.has(linkSessionId) &&
              outcome !== "connected" &&
              (step === null || column.step.read(step).at !== "connected"),
          )
          .map(({ isMailed, brandName, ...row }) => ({
            ...row,
            isMailed: isMailed === 1,
            brand: { name: brandName ?? "", logo: logoOf(row) },
          }));
        const { jobs, mailed } = tell(open);
        for (const { clientId, recipientDigest } of mailed)
          await transaction
            .updateTable("failed_sign_in")
            .set({ is_mailed: 1 })
            .where("client_id", "=", clientId)
            .where("recipient_digest", "=", recipientDigest)
            .where("institution_id", "=", institutionId)
            .where("failed_at", ">=", since)
            .where("failed_at", "<=", until)
            .execute();
        return { jobs, count: rows.length };
      },
    );
    return count;
  },

  purge: async (before) => {
    await db.deleteFrom("failed_sign_in").where("failed_at", "<", before).execute();
  },
});
