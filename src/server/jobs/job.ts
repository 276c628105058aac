import type { z } from "zod";
import type { Job, NewJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";

/** What a job may reach: the services, which try this is, and whether the worker is about to stop. */
export type JobContext = Services & { job: Pick<Job, "jobId" | "attempts" | "createdAt"> };

/**
 * How one try of a job ended: done, with the jobs that follow; to be tried again; or given up. A job
 * that throws is tried again after a pause that grows with each time.
 */
export type Outcome =
  | { done: true; next?: readonly NewJob[] }
  | { retryAt: number }
  | { gaveUp: string };

/** One kind of work. It is done at least once: what it does a second time must do no harm. */
export type JobKind<Payload extends z.ZodObject = z.ZodObject> = {
  name: string;
  schema: Payload;
  run(payload: z.output<Payload>, context: JobContext): Promise<Outcome>;
};

/** Declares a job; the schema gives `run` its type. */
export const job = <Payload extends z.ZodObject>(declared: JobKind<Payload>): JobKind<Payload> =>
  declared;
