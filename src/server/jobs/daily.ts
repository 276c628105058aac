import { type NewJob, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A job of each day, which is about nothing but the day. The day names it, so that however many servers
 * start there is one of it.
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
