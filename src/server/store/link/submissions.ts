import type { SessionStore } from "../../domain/link/session-store.ts";
import { recordVerification } from "../items/account-verification.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Database } from "../tables.ts";
import { column } from "./session-columns.ts";

/** The idempotency record of a session: its last submission, and the response to it. */
export const submissions = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
): Pick<SessionStore, "submission" | "claim" | "renewClaim" | "refuse"> => ({
  submission: async (session) => {
    const row = await db
      .selectFrom("link_session")
      .select(["submission as name", "submission_until as until", "submission_answer as answer"])
      .where("link_session_id", "=", session.linkSessionId)
      .where("token_digest", "=", session.tokenDigest)
      .executeTakeFirst();
    if (!row || row.name === null || row.until === null) return null;
    return { name: row.name, until: row.until, answer: row.answer };
  },

  // A compare-and-set in one statement: of any number of concurrent calls, one changes the row.
  claim: async (session, name, now, until) => {
    const { numUpdatedRows } = await db
      .updateTable("link_session")
      .set({ submission: name, submission_until: until, submission_answer: null })
      .where("link_session_id", "=", session.linkSessionId)
      .where("token_digest", "=", session.tokenDigest)
      // A caller that read the session before it moved on must not replace the response that moved it.
      .where("revision", "=", session.revision)
      .where(({ and, eb, or }) =>
        or([
          eb("submission", "is", null),
          and([eb("submission", "!=", name), eb("submission_answer", "is not", null)]),
          and([eb("submission_answer", "is", null), eb("submission_until", "<=", now)]),
          // The clock ran ahead when that lease was taken.
          and([
            eb("submission_answer", "is", null),
            eb("submission_until", ">", until + (until - now)),
          ]),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0;
  },

  renewClaim: async (session, name, until) => {
    await db
      .updateTable("link_session")
      .set({ submission_until: until })
      .where("link_session_id", "=", session.linkSessionId)
      .where("token_digest", "=", session.tokenDigest)
      .where("submission", "=", name)
      .where("submission_answer", "is", null)
      .execute();
  },

  refuse: (
    session,
    { submission, sealed },
    { guard, accountVerification, step, stepJobs = [] },
  ) => {
    let isMoved = false;
    const jobs = () => (isMoved ? stepJobs : []);
    return writeWithOutbox(jobs, async (transaction) => {
      if (accountVerification && !(await recordVerification(transaction, accountVerification)))
        return false;
      await transaction
        .updateTable("link_session")
        .set({ submission_answer: sealed, guard: column.guard.write(guard) })
        .where("link_session_id", "=", session.linkSessionId)
        .where("token_digest", "=", session.tokenDigest)
        .where("submission", "=", submission)
        .where("submission_answer", "is", null)
        .execute();
      if (!step) return true;
      const { numUpdatedRows } = await transaction
        .updateTable("link_session")
        .set({ step: column.step.write(step), revision: session.revision + 1 })
        .where("link_session_id", "=", session.linkSessionId)
        .where("revision", "=", session.revision)
        .executeTakeFirst();
      isMoved = numUpdatedRows > 0n;
      return true;
    });
  },
});
