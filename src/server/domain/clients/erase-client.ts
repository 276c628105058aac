import { eraseJob } from "../jobs/erase-job.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { Runtime } from "../runtime.ts";
import type { ErasureProgress } from "./client.ts";
import type { ClientDeps } from "./deps.ts";

/** The name of the job that erases a removed client. */
export const ERASE_CLIENT_JOB = "erase-client";

/** Returns the id of a client's only erasure job. */
export const eraseClientJobId = (clientId: string): string => `${ERASE_CLIENT_JOB}:${clientId}`;

/** The progress at the start of an erasure. */
export const ERASURE_START: ErasureProgress = { jobsUpTo: "", items: 0 };

/** Creates the job that continues a removed client's erasure, due at once or later. */
export const eraseClientJob = (
  services: Pick<Runtime, "clock" | "random">,
  clientId: string,
  { jobsUpTo, items }: ErasureProgress = ERASURE_START,
  pauseMs = 0,
): NewJob =>
  newJob(services, {
    jobId: eraseClientJobId(clientId),
    name: ERASE_CLIENT_JOB,
    payload: { client_id: clientId, jobs_up_to: jobsUpTo, items },
    lane: eraseClientJobId(clientId),
    dueAt: services.clock() + pauseMs,
  });

/**
 * Erases a removed client's data in batches, so that other writes run in between. Returns the
 * progress after `limit` batches; null at the end.
 */
export const eraseRemovedClient = async (
  services: Pick<ClientDeps, "clock" | "random"> & { store: Pick<ClientDeps["store"], "clients"> },
  clientId: string,
  {
    from = ERASURE_START,
    limit = Number.POSITIVE_INFINITY,
    onBatch,
  }: { from?: ErasureProgress; limit?: number; onBatch?: (progress: ErasureProgress) => void } = {},
): Promise<ErasureProgress | null> => {
  const options = { now: services.clock(), jobs: [eraseJob(services)] };
  let progress: ErasureProgress | null = from;
  for (let batch = 0; batch < limit; batch++) {
    progress = await services.store.clients.erase(clientId, progress, options);
    if (progress === null) return null;
    onBatch?.(progress);
    await yieldToEventLoop();
  }
  return progress;
};
