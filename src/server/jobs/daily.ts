import { type NewJob, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A daily job without payload. Its id contains the day: idempotent, so that any number of servers add it
 * once.
 */
export const dailyJob = (
  services: Pick<Services, "clock" | "random">,
  name: string,
  dueAt: number,
): NewJob =>
  newJob(services, {
    jobId: `${name}:${new Date(dueAt).toISOString().slice(0, 10)}`,
    name,
    payload: {},
    lane: name,
    dueAt,
  });
