import type { z } from "zod";
import type { Job, NewJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";

/** The context of a job: the services, and which attempt this is. */
export type JobContext = Services & { job: Pick<Job, "jobId" | "attempts" | "createdAt"> };

/**
 * The outcome of an attempt: done, with the jobs that follow; to be retried; or given up as a dead letter. It is
 * refused if its receiver answers others: the width of the lane does not follow from it.
 * A job that throws is retried after a backoff with jitter.
 */
export type Outcome =
  | { done: true; next?: readonly NewJob[] }
  | { retryAt: number; isRefused?: boolean }
  | { gaveUp: string; isRefused?: boolean };

/** One kind of job. It runs at least once, so that `run` has to be idempotent. */
export type JobKind<Payload extends z.ZodObject = z.ZodObject> = {
  name: string;
  schema: Payload;
  run(payload: z.output<Payload>, context: JobContext): Promise<Outcome>;
};

/** Declares a job; the schema gives `run` its type. */
export const job = <Payload extends z.ZodObject>(kind: JobKind<Payload>): JobKind<Payload> => kind;
