import type { z } from "zod";
import type { Job, NewJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";

/** The context of a job: the services and the attempt. */
export type JobContext = Services & { job: Pick<Job, "jobId" | "attempts" | "createdAt"> };

/**
 * The outcome of an attempt: done, with the jobs that follow; to be retried; or given up as a dead letter.
 * `isRefused` means that the receiver refuses this job, but takes others: the width of its lane stays.
 * A job that throws is retried after a backoff with jitter.
 */
export type Outcome =
  | { done: true; next?: readonly NewJob[] }
  | { retryAt: number; isRefused?: boolean }
  | { gaveUp: string; isRefused?: boolean };

/** A kind of job. Each job runs at least once, so `run` must be idempotent. */
export type JobKind<Payload extends z.ZodObject = z.ZodObject> = {
  name: string;
  schema: Payload;
  run(payload: z.output<Payload>, context: JobContext): Promise<Outcome>;
};

/** Declares a job; the schema gives `run` its type. */
export const job = <Payload extends z.ZodObject>(kind: JobKind<Payload>): JobKind<Payload> => kind;
