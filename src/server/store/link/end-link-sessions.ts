import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Queryable, Tables } from "../tables.ts";
import { revokeLogins } from "./expired-sessions.ts";
import { column, NO_SUBMISSION } from "./session-columns.ts";

/** A condition of rows of a table. */
export type Condition<Table extends keyof Tables> = (
  row: ExpressionBuilder<Tables, Table>,
) => Expression<SqlBool>;

/** The steps of a session that is over. */
const FINAL_STEPS = ["connected", "exited", "expired"];

/**
 * Ends the running sessions of grants' links, and the access of logins in them that no Item has. A submission
 * that waits for its institution in the meantime finds that its session has advanced, and so stores nothing.
 */
export const endLinkSessions = (
  transaction: Queryable,
  links: Condition<"grant_link">,
  now: number,
): Promise<void> =>
  endSessions(
    transaction,
    (session) =>
      session(
        "link_token_digest",
        "in",
        session.selectFrom("grant_link").select("link_token_digest").where(links),
      ),
    now,
  );

/** Ends the running sessions of links that have ended. */
export const endSessions = async (
  transaction: Queryable,
  of: Condition<"link_session">,
  now: number,
): Promise<void> => {
  const sessions = await transaction
    .selectFrom("link_session")
    .select(["link_session_id as id", "step", "revision"])
    .where(of)
    .where((session) =>
      session.and(FINAL_STEPS.map((at) => session("step", "not like", `%"at":"${at}"%`))),
    )
    .execute();
  if (sessions.length === 0) return;
  const ids = sessions.map(({ id }) => id);
  await revokeLogins(transaction, (session) => session("link_session_id", "in", ids), now);
  for (const { id, step, revision } of sessions)
    await transaction
      .updateTable("link_session")
      .set({
        step: column.step.write({
          at: "expired",
          from: column.step.read(step).at,
          hasLinkEnded: true,
        }),
        revision: revision + 1,
        ...NO_SUBMISSION,
      })
      .where("link_session_id", "=", id)
      .execute();
};
