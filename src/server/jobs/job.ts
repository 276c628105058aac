import type { z } from "zod";
import { Fault } from "../domain/fault.ts";
import type { Job, NewJob } from "../domain/jobs/job.ts";
import type { LaneResult } from "../domain/jobs/lane-width.ts";
import { backoffWithJitter, MAX_ATTEMPTS } from "../domain/jobs/retry-schedule.ts";
import { type LogContext, runInLogContext } from "../domain/log-context.ts";
import type { Services } from "../domain/services.ts";
import { JOB_STORE_WAIT_MS, limitStoreWaits } from "../domain/store-wait.ts";

/** The context of a job: the services and the attempt. */
export type JobContext = Services & { job: Pick<Job, "jobId" | "attempts" | "createdAt"> };

/**
 * The outcome of an attempt: done, with follow-up jobs; to be retried; or given up as a dead
 * letter. `keepsLaneWidth`: the receiver refuses only this job, so the lane's width stays. A job
 * that throws is retried after a backoff with jitter.
 */
export type Outcome =
  | { done: true; next?: readonly NewJob[] }
  | { retryAt: number; keepsLaneWidth?: boolean }
  | { gaveUp: string; keepsLaneWidth?: boolean };

/** A kind of job. Each job runs at least once, so `run` must be idempotent. */
export type JobKind<Payload extends z.ZodObject = z.ZodObject> = {
  name: string;
  schema: Payload;
  run(payload: z.output<Payload>, context: JobContext): Promise<Outcome>;
  /**
   * Records a crashed job's end for those who wait for it, before the job becomes a dead letter.
   * May run more than once.
   */
  giveUp?(payload: z.output<Payload>, context: JobContext): Promise<unknown>;
};

/** Declares a job. The schema types `run`. */
export const job = <Payload extends z.ZodObject>(kind: JobKind<Payload>): JobKind<Payload> => kind;

/** The pause of an unknown job in ms; a newer version's process may know the job. */
const UNKNOWN_PAUSE_MS = 60_000;

/**
 * Runs an attempt of a claimed job, and records the outcome. Returns the end for the lane's width.
 */
export const runJob = async (
  job: Job,
  {
    services,
    kinds,
    report,
  }: {
    services: Services;
    kinds: readonly JobKind[];
    report: (failure: unknown, job: Job) => void;
  },
): Promise<LaneResult["end"]> => {
  const { store, clock } = services;
  const outcome = await runInLogContext(toLogContext(job), () =>
    limitStoreWaits(JOB_STORE_WAIT_MS, () => runKind(job, services, kinds, report)),
  );
  if ("done" in outcome) await store.jobs.complete(job, outcome.next);
  else if ("retryAt" in outcome) await store.jobs.retry(job, outcome.retryAt, clock());
  else {
    report(new Error(`given up: ${outcome.gaveUp}`), job);
    await store.jobs.giveUp(job, clock());
  }
  if ("done" in outcome) return "done";
  return "keepsLaneWidth" in outcome && outcome.keepsLaneWidth ? "refused" : "failed";
};

/** Records a job's crash if its kind has waiting parties. A failure is reported. */
export const giveUpJob = async (
  job: Job,
  { services, kinds, report }: Parameters<typeof runJob>[1],
): Promise<void> => {
  const kind = kinds.find(({ name }) => name === job.name);
  const payload = kind?.schema.safeParse(job.payload);
  if (!kind?.giveUp || !payload?.success) return;
  try {
    await kind.giveUp(payload.data, { ...services, job });
  } catch (failure) {
    report(failure, job);
  }
};

/** Returns the fields of a job's log lines. Most jobs concern an Item. */
const toLogContext = ({ jobId, name, payload: { item_id } }: Job): LogContext => ({
  job_id: jobId,
  job: name,
  ...(typeof item_id === "string" && { item_id }),
});

async function runKind(
  job: Job,
  services: Services,
  kinds: readonly JobKind[],
  report: (failure: unknown, job: Job) => void,
): Promise<Outcome> {
  const kind = kinds.find(({ name }) => name === job.name);
  if (job.attempts > MAX_ATTEMPTS) return { gaveUp: `it was tried ${MAX_ATTEMPTS} times` };
  if (!kind) return { retryAt: services.clock() + UNKNOWN_PAUSE_MS };
  const payload = kind.schema.safeParse(job.payload);
  if (!payload.success) return { gaveUp: "its payload has another shape" };
  try {
    return await kind.run(payload.data, { ...services, job });
  } catch (failure) {
    report(failure, job);
    // An institution's refusal may name a retry time.
    const retryAfterMs = failure instanceof Fault ? (failure.retryAfterMs ?? 0) : 0;
    const pause = Math.max(retryAfterMs, backoffWithJitter(job.attempts, services.random));
    return { retryAt: services.clock() + pause };
  }
}
