import { opaqueId, type Random } from "../identifiers.ts";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Work that outlives the request that causes it: a transactional outbox. It is written in the transaction of
 * its cause, and runs at least once from `dueAt` on. A lane limits concurrency: jobs wait only for jobs of
 * their own lane, which stands for one thing that may be slow, e.g. a receiver.
 */
export type NewJob = {
  jobId: string;
  /** Which kind of work it is: a name in `jobs/index.ts`. */
  name: string;
  payload: { [key: string]: Json };
  lane: string;
  dueAt: number;
  createdAt: number;
};

/** A job that a worker has claimed. */
export type Job = NewJob & {
  /** The number of starts, this one included. */
  attempts: number;
  /** Identifies this claim: once it has expired, the next claim has another lease. */
  lease: string;
};

/**
 * The limits of a claim: `limit` jobs, and per lane `perLane` including the busy ones, or its own width. A
 * lane gets wider than `perLane` only with capacity that other lanes leave free.
 */
export type Claim = {
  now: number;
  lease: string;
  leaseUntil: number;
  limit: number;
  perLane: number;
  /** The number of jobs in a lane that the worker is busy with. */
  busy: ReadonlyMap<string, number>;
  /** The widths of lanes that have one of their own. */
  widths?: ReadonlyMap<string, number>;
};

/**
 * A job that was lost: its lease ended before the job did, since its process died or stood still.
 * It runs alone from then on; `losses` counts the further losses.
 */
export type Suspect = { job: Job; losses: number };

/** The suspect whose turn it is: lost while it ran alone, running in some process, or due. */
type SuspectTurn = (Suspect & { is: "lost" }) | { is: "running" } | { is: "due" };

/** A job that is never claimed again: it gave up or could not run; or it crashed, as a suspect that was lost too often. */
export type DeadLetter = Omit<NewJob, "dueAt"> & { givenUpAt: number; isCrashed: boolean };

/** The jobs of a name; `oldestDueAt` may be in the future, and is null if none is pending. */
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
  /** Adds jobs; idempotent: a job whose id exists already changes nothing. */
  add(jobs: readonly NewJob[]): Promise<void>;
  /**
   * Claims due jobs, in order from the longest overdue on; no two claims get the same one. A job that was lost is not
   * claimed, but becomes a suspect.
   */
  claim(claim: Claim): Promise<Job[]>;
  /** Returns the suspect to handle next; null if there is none. */
  nextSuspect(now: number): Promise<SuspectTurn | null>;
  /** Claims the suspect that is due, unless a process runs another one. */
  claimSuspect(claim: Pick<Claim, "now" | "lease" | "leaseUntil">): Promise<Job | null>;
  /**
   * Records that a suspect was lost while it ran alone: it is due again at `retryAt`, or has crashed if that is null.
   * Returns false if its lease was renewed, or another process has recorded the loss.
   */
  recordLoss(suspect: Suspect, retryAt: number | null, now: number): Promise<boolean>;
  /** Renews the leases of the jobs that no other claim has taken meanwhile. */
  renew(jobs: readonly Job[], lease: Pick<Claim, "now" | "leaseUntil">): Promise<void>;
  /** Completes the job, and adds the jobs that follow from it. */
  complete(job: Job, next?: readonly NewJob[]): Promise<boolean>;
  /**
   * Releases the job, to be claimed again from `dueAt` on, which was planned at `plannedAt`. If the clock is
   * put back in the meantime, the pause between the two stays. A suspect that was never lost while it ran
   * alone becomes an ordinary job again.
   */
  retry(job: Job, dueAt: number, plannedAt: number): Promise<boolean>;
  /** Releases the job at once, as a worker does that stops; a suspect stays one. */
  release(job: Job, now: number): Promise<boolean>;
  /** Makes the job a dead letter: it stays in the store and is never claimed again. */
  giveUp(job: Job, now: number): Promise<boolean>;
  /** Returns dead letters, the newest first; of one kind if that is given. */
  deadLetters(limit: number, isCrashed?: boolean): Promise<DeadLetter[]>;
  /** Makes a dead letter run again, alone if it has crashed; returns false if no dead letter has that id. */
  revive(jobId: string, now: number): Promise<boolean>;
  /** Returns the number of pending jobs of a name, claimed ones included. */
  count(name: string): Promise<number>;
  /** Returns the number of jobs of each name, and when the oldest unclaimed one was due. */
  depth(): Promise<JobDepth[]>;
  /** Calls `listener` whenever this process has added jobs; returns how to stop that. */
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
