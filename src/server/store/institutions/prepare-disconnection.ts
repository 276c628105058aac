import { REVOKE_JOB, revokeLane, withConnection } from "../../domain/connectors/revoke-job.ts";
import { jobPayload } from "../jobs/outbox.ts";
import { revokeLogins } from "../link/expired-sessions.ts";
import { column, NO_SUBMISSION } from "../link/session-columns.ts";
import type { Queryable } from "../tables.ts";
import { connectionsOf } from "./connections.ts";

/** How many jobs are rewritten at once. */
const JOBS_AT_ONCE = 200;

/**
 * Prepares for an institution's connection to go: logins that sessions have there and no Item are revoked,
 * and whatever is still to be revoked takes the connection along.
 */
export const prepareDisconnection = async (
  transaction: Queryable,
  institutionId: string,
  now: number,
): Promise<void> => {
  const [connection] = await connectionsOf(transaction, institutionId);
  if (!connection) return;
  const isThere = `%"institutionId":${JSON.stringify(institutionId)}%`;
  await revokeLogins(transaction, (session) => session("step", "like", isThere), now);
  await transaction
    .updateTable("link_session")
    .set((session) => ({
      step: column.step.write({ at: "institution" }),
      revision: session("revision", "+", 1),
      ...NO_SUBMISSION,
    }))
    .where("step", "like", isThere)
    .where((session) =>
      session.or([
        session("step", "like", '%"at":"returned"%'),
        session("step", "like", '%"at":"accounts"%'),
      ]),
    )
    .execute();
  for (let last = ""; ; ) {
    const jobs = await transaction
      .selectFrom("job")
      .select(["job_id", "payload"])
      .where("lane", "=", revokeLane(institutionId))
      .where("name", "=", REVOKE_JOB)
      .where("job_id", ">", last)
      .orderBy("job_id")
      .limit(JOBS_AT_ONCE)
      .execute();
    for (const { job_id, payload } of jobs) {
      const before = jobPayload.read(payload);
      if ("connection" in before) continue;
      await transaction
        .updateTable("job")
        .set({ payload: jobPayload.write(withConnection(before, connection)) })
        .where("job_id", "=", job_id)
        .execute();
    }
    if (jobs.length < JOBS_AT_ONCE) return;
    last = jobs.at(-1)?.job_id ?? "";
  }
};
