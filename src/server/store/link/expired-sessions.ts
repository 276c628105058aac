import type { Database } from "../tables.ts";
import { column, NOTHING_SUBMITTED } from "./session-columns.ts";

/** How long after its time a link token can still be asked how far its user came. */
const MEMORY_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Forgets sessions whose time is over: what a user has left behind, a login perhaps, is not kept. Of a
 * session that a link token opened it stays known how far it had come, for as long as the token is.
 */
export const forgetExpired = async (transaction: Database, now: number): Promise<void> => {
  // Their sessions go with them.
  await transaction
    .deleteFrom("link_token")
    .where("expires_at", "<=", now - MEMORY_MS)
    .execute();
  await transaction
    .deleteFrom("link_session")
    .where("expires_at", "<=", now)
    .where("link_token_digest", "is", null)
    .execute();
  const expired = await transaction
    .selectFrom("link_session")
    .innerJoin("link_token", "link_token.digest", "link_token_digest")
    .select(["link_session_id", "step", "revision", "link_token.expires_at as tokenExpiresAt"])
    .where("link_session.expires_at", "<=", now)
    .execute();
  for (const { link_session_id, step, revision, tokenExpiresAt } of expired) {
    const { at } = column.step.read(step);
    await transaction
      .updateTable("link_session")
      .set({
        ...(at !== "connected" &&
          at !== "exited" && { step: column.step.write({ at: "expired", from: at }) }),
        revision: revision + 1,
        ...NOTHING_SUBMITTED,
        expires_at: tokenExpiresAt + MEMORY_MS,
      })
      .where("link_session_id", "=", link_session_id)
      .execute();
  }
};
