import type { Period } from "../../connectors/bank-transaction.ts";
import type { ItemRef } from "../../items/item.ts";
import { type NewJob, newJob } from "../../jobs/job.ts";
import type { Runtime } from "../../runtime.ts";

/** The name of the job that reads the statements of a period. */
export const REFRESH_STATEMENTS_JOB = "refresh-statements";

/**
 * The job that reads the statements of a period on request, and notifies the application of the
 * result.
 */
export const refreshStatementsJob = (
  services: Pick<Runtime, "clock" | "random">,
  { itemId, institutionId }: ItemRef,
  { from, to }: Period,
): NewJob =>
  newJob(services, {
    jobId: `${REFRESH_STATEMENTS_JOB}:${itemId}:${from}:${to}:asked for at ${services.clock()}`,
    name: REFRESH_STATEMENTS_JOB,
    payload: { item_id: itemId, from, to },
    lane: `institution ${institutionId}`,
    dueAt: services.clock(),
  });
