import { opaqueId, type Random } from "../identifiers.ts";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Work that outlives its request (transactional outbox). A job is written in the transaction of its
 * cause, and runs at least once from `dueAt` on. A lane limits concurrency: a job waits only for
 * jobs of its own lane, which stands for something that may be slow, such as a receiver.
 */
export type NewJob = {
  jobId: string;
  /** The kind of work: a name in `jobs/index.ts`. */
  name: string;
  payload: { [key: string]: Json };
  lane: string;
  dueAt: number;
  createdAt: number;
};

/** A job that a worker has claimed. */
export type Job = NewJob & {
  /** The number of starts, including this one. */
  attempts: number;
  /** Identifies this claim. A later claim of the job has another lease. */
  lease: string;
};

/**
 * The limits of a claim: `limit` jobs in total, and `perLane` jobs per lane including busy ones, or
 * the lane's own width. A lane exceeds `perLane` only with capacity that other lanes leave free.
 */
export type Claim = {
  now: number;
  lease: string;
  leaseUntil: number;
  limit: number;
  perLane: number;
  /** The number of the worker's busy jobs per lane. */
  busy: ReadonlyMap<string, number>;
  /** The widths of lanes with a width of their own. */
  widths?: ReadonlyMap<string, number>;
};

/**
 * A lost job, whose lease ended first since its process died or stood still. A suspect runs alone
 * from then on; `losses` counts further losses.
 */
export type Suspect = { job: Job; losses: number };

/** The next suspect: lost while it ran alone, running in some process, or due. */
type SuspectTurn = (Suspect & { is: "lost" }) | { is: "running" } | { is: "due" };

/**
 * A job that is never claimed again: it gave up, could not run, or was lost too often as a suspect.
 */
export type DeadLetter = Omit<NewJob, "dueAt"> & { givenUpAt: number; isCrashed: boolean };

/** The jobs of a name. `oldestDueAt` may be in the future; null without pending jobs. */
type JobDepth = {
  name: string;
  pending: number;
  /** The pending jobs that run alone. */
  suspects: number;
  givenUp: number;
  crashed: number;
  oldestDueAt: number | null;
};

/** The port for jobs. Updates of a claimed job count only while its lease is the latest. */
export type JobStore = {
  /** Adds jobs. Idempotent: a job with an existing id changes nothing. */
  add(jobs: readonly NewJob[]): Promise<void>;
  /**
   * Claims due jobs, the longest overdue first. No two claims get the same job. A lost job becomes
   * a suspect instead.
   */
  claim(claim: Claim): Promise<Job[]>;
  /** Returns the next suspect, or null. */
  nextSuspect(now: number): Promise<SuspectTurn | null>;
  /** Claims the due suspect, unless another suspect is running. */
  claimSuspect(claim: Pick<Claim, "now" | "lease" | "leaseUntil">): Promise<Job | null>;
  /**
   * Records that a suspect was lost while it ran alone. The suspect is due again at `retryAt`, or
   * has crashed for null. False if its lease was renewed, or another process has recorded the loss.
   */
  recordLoss(suspect: Suspect, retryAt: number | null, now: number): Promise<boolean>;
  /** Renews the leases of the jobs, unless another claim has taken a job. */
  renew(jobs: readonly Job[], lease: Pick<Claim, "now" | "leaseUntil">): Promise<void>;
  /** Completes a job, and adds its follow-up jobs. */
  complete(job: Job, next?: readonly NewJob[]): Promise<boolean>;
  /**
   * Releases a job to be claimed again from `dueAt` on. `plannedAt` is now: if the clock is put
   * back, the pause between the two is kept. A suspect that was never lost alone becomes an
   * ordinary job again.
   */
  retry(job: Job, dueAt: number, plannedAt: number): Promise<boolean>;
  /** Releases a job at once, as a stopping worker does. A suspect stays a suspect. */
  release(job: Job, now: number): Promise<boolean>;
  /** Turns a job into a dead letter, which stays in the store and is never claimed. */
  giveUp(job: Job, now: number): Promise<boolean>;
  /** Returns dead letters, the newest first; `isCrashed` selects a kind. */
  deadLetters(limit: number, isCrashed?: boolean): Promise<DeadLetter[]>;
  /** Runs a dead letter again, alone if it has crashed; false for an unknown id. */
  revive(jobId: string, now: number): Promise<boolean>;
  /** Returns the number of a name's pending jobs, including claimed jobs. */
  count(name: string): Promise<number>;
  /** Returns the number of jobs of each name, and the due time of the oldest unclaimed job. */
  depth(): Promise<JobDepth[]>;
  /** Calls `listener` whenever this process adds jobs; returns a function that stops the calls. */
  onAdded(listener: () => void): () => void;
};

/** Creates a job of a name, due at once by default. */
export const newJob = (
  { clock, random }: { clock: () => number; random: Random },
  work: Pick<NewJob, "name" | "payload" | "lane"> & { jobId?: string; dueAt?: number },
): NewJob => {
  const createdAt = clock();
  return { jobId: opaqueId(random), dueAt: createdAt, createdAt, ...work };
};
