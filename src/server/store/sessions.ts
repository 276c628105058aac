import { SessionConfig } from "../../protocol/config.ts";
import type { LinkSession, SessionStep as Step, Store } from "../domain/ports.ts";
import { insertItem } from "./items.ts";
import { jsonColumn } from "./json-column.ts";
import { SessionStep } from "./session-step.ts";
import type { Database } from "./tables.ts";
import type { WriteWithJobs } from "./with-jobs.ts";

const sessionConfig = jsonColumn(SessionConfig.required({ accountSelection: true }));
const sessionStep = jsonColumn(SessionStep);

/** Link sessions. */
export const sessions = (db: Database, writeWith: WriteWithJobs): Store["sessions"] => ({
  start: async (session) => {
    // What a user has left behind, a login perhaps, is not kept beyond its time.
    await db.deleteFrom("link_session").where("expires_at", "<=", session.createdAt).execute();
    await db
      .insertInto("link_session")
      .values({
        link_session_id: session.linkSessionId,
        token_digest: session.tokenDigest,
        client_id: session.clientId,
        origin: session.origin,
        config: sessionConfig.write(session.config),
        step: sessionStep.write(session.step),
        revision: session.revision,
        created_at: session.createdAt,
        expires_at: session.expiresAt,
      })
      .execute();
  },

  byTokenDigest: async (tokenDigest) => {
    const row = await db
      .selectFrom("link_session")
      .select([
        "link_session_id as linkSessionId",
        "token_digest as tokenDigest",
        "client_id as clientId",
        "origin",
        "config",
        "step",
        "revision",
        "created_at as createdAt",
        "expires_at as expiresAt",
      ])
      .where("token_digest", "=", tokenDigest)
      .executeTakeFirst();
    if (!row) return null;
    return { ...row, config: sessionConfig.read(row.config), step: sessionStep.read(row.step) };
  },

  advance: (session, step, jobs = []) =>
    writeWith(jobs, (transaction) => moveOn(transaction, session, step)),

  connect: (session, step, created, jobs = []) =>
    writeWith(jobs, async (transaction) => {
      const moved = await moveOn(transaction, session, step);
      if (moved) await insertItem(transaction, created);
      return moved;
    }),
});

/** One statement that both asks and moves: of several calls from one revision, one changes the row. */
async function moveOn(db: Database, session: LinkSession, step: Step): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("link_session")
    .set({ step: sessionStep.write(step), revision: session.revision + 1 })
    .where("link_session_id", "=", session.linkSessionId)
    .where("revision", "=", session.revision)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
