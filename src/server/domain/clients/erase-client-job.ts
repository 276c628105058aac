import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ErasureProgress } from "./client.ts";

/** The name of the job that erases a removed client. */
export const ERASE_CLIENT_JOB = "erase-client";

/** Returns the id of a client's erasure job; there is one at a time. */
export const eraseClientJobId = (clientId: string): string => `${ERASE_CLIENT_JOB}:${clientId}`;

/** The progress at the start of an erasure. */
export const ERASURE_START: ErasureProgress = { jobsUpTo: "", items: 0 };

/** Creates the job that erases a removed client from a given progress on; due at once, or later. */
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
