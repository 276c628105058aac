import { type NewJob, newJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";

/** The name of the job that takes what was deleted off the disk. */
export const ERASE_JOB = "erase-deleted";

/** However much is removed, the disk is written for it once in this time at most. */
const EVERY_MS = 1000;

/** Takes what was deleted off the disk soon, and once for all that is deleted until then. */
export const eraseJob = (services: Pick<Services, "clock" | "random">, pauseMs = 0): NewJob => {
  const dueAt = (Math.floor((services.clock() + pauseMs) / EVERY_MS) + 1) * EVERY_MS;
  return newJob(services, {
    jobId: `${ERASE_JOB}:${dueAt}`,
    name: ERASE_JOB,
    payload: {},
    lane: ERASE_JOB,
    dueAt,
  });
};
