import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { DAY_MS } from "../../domain/calendar.ts";
import { revokeJob } from "../../domain/connectors/revoke-job.ts";
import { loginOfStep } from "../../domain/link/abandoned-logins.ts";
import { insertJobs } from "../jobs/outbox.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Queryable, Tables } from "../tables.ts";
import { column, NO_SUBMISSION } from "./session-columns.ts";

/** Link tokens are kept this long after expiry, so that the progress of their session can still be read. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Deletes expired sessions with all user data in them, such as a login. A session opened by a link token
 * keeps its step as long as the token is kept. Revokes the access of a login that no Item took over.
 */
export const deleteExpiredSessions = async (transaction: Queryable, now: number): Promise<void> => {
  // The sessions of a hidden client are deleted by its erasure, or its move: a copy may be older than the session.
  await revokeLogins(
    transaction,
    (session) => session.and([session("expires_at", "<=", now), isOfPresentClient("link_session")]),
    now,
  );
  // The sessions of these tokens are deleted by cascade.
  await transaction
    .deleteFrom("link_token")
    .where("expires_at", "<=", now - RETENTION_MS)
    .where(isOfPresentClient("link_token"))
    .execute();
  await transaction
    .deleteFrom("link_session")
    .where("expires_at", "<=", now)
    .where(isOfPresentClient("link_session"))
    .where("link_token_digest", "is", null)
    .execute();
  const tokens = await transaction
    .selectFrom("link_session")
    .innerJoin("link_token", "link_token.digest", "link_token_digest")
    .select(["link_session_id", "step", "revision", "link_token.expires_at as tokenExpiresAt"])
    .where("link_session.expires_at", "<=", now)
    .where(isOfPresentClient("link_session"))
    .execute();
  await transaction
    .deleteFrom("oauth_redirect")
    .where("expires_at", "<=", now - DAY_MS)
    .execute();
  for (const { link_session_id, step, revision, tokenExpiresAt } of tokens) {
    const { at } = column.step.read(step);
    await transaction
      .updateTable("link_session")
      .set({
        ...(at !== "connected" &&
          at !== "exited" &&
          at !== "expired" && { step: column.step.write({ at: "expired", from: at }) }),
        revision: revision + 1,
        ...NO_SUBMISSION,
        expires_at: tokenExpiresAt + RETENTION_MS,
      })
      .where("link_session_id", "=", link_session_id)
      .execute();
  }
};

/** How many logins are read at once. */
const LOGINS_AT_ONCE = 200;

/** Adds the jobs that end the access of the logins that some sessions have and no Item. */
export const revokeLogins = async (
  transaction: Queryable,
  of: (session: ExpressionBuilder<Tables, "link_session">) => Expression<SqlBool>,
  now: number,
): Promise<void> => {
  for (let last = ""; ; ) {
    const rows = await transaction
      .selectFrom("link_session")
      .select(["link_session_id as id", "step"])
      .where(of)
      .where((session) =>
        session.or([
          session("step", "like", '%"at":"returned"%'),
          session("step", "like", '%"at":"accounts"%'),
          session("step", "like", '%"unfinished":{%'),
        ]),
      )
      .where("link_session_id", ">", last)
      .orderBy("link_session_id")
      .limit(LOGINS_AT_ONCE)
      .execute();
    const logins = rows.flatMap(({ step }) => loginOfStep(column.step.read(step)) ?? []);
    await insertJobs(
      transaction,
      logins.map((login) => revokeJob(login, now)),
    );
    if (rows.length < LOGINS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? "";
  }
};
