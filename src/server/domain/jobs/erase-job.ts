import type { Runtime } from "../runtime.ts";
import { type NewJob, newJob } from "./job.ts";

/** The name of the job that erases deleted rows from the disk. */
export const ERASE_JOB = "erase-deleted";

/** The minimum time between erasures, however much is removed. */
const EVERY_MS = 1000;

/** The job that erases deleted rows soon. Its id deduplicates all removals until then. */
export const eraseJob = (services: Pick<Runtime, "clock" | "random">, pauseMs = 0): NewJob => {
  const dueAt = (Math.floor((services.clock() + pauseMs) / EVERY_MS) + 1) * EVERY_MS;
  return newJob(services, {
    jobId: `${ERASE_JOB}:${dueAt}`,
    name: ERASE_JOB,
    payload: {},
    lane: ERASE_JOB,
    dueAt,
  });
};
