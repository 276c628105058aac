import { ERASE_CLIENT_JOB } from "../../domain/clients/erase-client-job.ts";
import { REVOKE_JOB } from "../../domain/connectors/revoke-job.ts";
import { jobPayload } from "../jobs/outbox.ts";
import type { Queryable } from "../tables.ts";

/** How many jobs are looked at at once. */
const JOBS_AT_ONCE = 500;

/**
 * Of the jobs after one, deletes those whose payload names the client or one of its Items; revocations stay that
 * do not need the Item, and so does the erasure. Answers which job was the last; null where no more follow.
 */
export const eraseJobs = async (
  db: Queryable,
  clientId: string,
  after: string,
): Promise<string | null> => {
  const rows = await db
    .selectFrom("job")
    .select(["job_id as jobId", "name", "payload"])
    .where("job_id", ">", after)
    .orderBy("job_id")
    .limit(JOBS_AT_ONCE)
    .execute();
  const jobs = rows
    .map(({ payload, ...job }) => ({ ...job, payload: jobPayload.read(payload) }))
    .filter(
      ({ name, payload }) =>
        name !== ERASE_CLIENT_JOB && (name !== REVOKE_JOB || needsItem(payload)),
    );
  const items = await itemsOf(
    db,
    clientId,
    jobs.map(({ payload: { item_id } }) => item_id).filter((id) => typeof id === "string"),
  );
  const ids = jobs
    .filter(
      ({ payload: { client_id, item_id } }) =>
        client_id === clientId || (typeof item_id === "string" && items.has(item_id)),
    )
    .map(({ jobId }) => jobId);
  if (ids.length > 0) await db.deleteFrom("job").where("job_id", "in", ids).execute();
  return rows.length < JOBS_AT_ONCE ? null : (rows.at(-1)?.jobId ?? null);
};

/** Whether a revocation cannot run without its Item: it has neither the login's state nor what came back. */
const needsItem = ({ sealed_state, sealed_return }: Record<string, unknown>): boolean =>
  sealed_state === null && sealed_return === undefined;

async function itemsOf(
  db: Queryable,
  clientId: string,
  itemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("item")
    .select("item_id as itemId")
    .where("item_id", "in", [...new Set(itemIds)])
    .where("client_id", "=", clientId)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}
