import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ErasureProgress } from "./client.ts";

/** The name of the job that erases a removed client. */
export const ERASE_CLIENT_JOB = "erase-client";

/** The id of a client's; there is one at a time. */
export const eraseClientJobId = (clientId: string): string => `${ERASE_CLIENT_JOB}:${clientId}`;

/** Where an erasure begins. */
export const ERASURE_START: ErasureProgress = { jobsUpTo: "", items: 0 };

/** The job that erases a removed client, from where it has come to; due at once, or later. */
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
