import { opaqueId, type Random } from "../identifiers.ts";

/** A value that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Work that outlives the request that causes it. It is written in one transaction with what causes
 * it (transactional outbox), and is done at least once from `dueAt` on. Jobs of one lane wait for each other when there are
 * many, and for nobody else's: a lane is whatever may be slow by itself, e.g. one receiver.
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
  /** How often it was begun, this time included. */
  attempts: number;
  /** Names this claim of it: it ends at `dueAt`, and whoever comes later has another one. */
  lease: string;
};

/** What a claim may take: `most` jobs, and of a lane no more than `mostPerLane` beside the busy ones. */
export type Claim = {
  now: number;
  lease: string;
  leaseUntil: number;
  most: number;
  mostPerLane: number;
  /** How many jobs of a lane the worker is busy with. */
  busy: ReadonlyMap<string, number>;
};

/** Where jobs wait. What is said of a claimed job counts only while its lease is the last one. */
export type JobStore = {
  /** Adds jobs; one whose id is there already changes nothing. */
  add(jobs: readonly NewJob[]): Promise<void>;
  /** Takes jobs that are due, those that have waited longest first; no two claims take the same one. */
  claim(claim: Claim): Promise<Job[]>;
  /** Keeps the claim longer; false if another one came first. */
  renew(job: Job, leaseUntil: number): Promise<boolean>;
  /** Ends the job, and adds what follows from it. */
  complete(job: Job, next?: readonly NewJob[]): Promise<boolean>;
  /** Lets the job go, to be claimed again from `dueAt` on. */
  retry(job: Job, dueAt: number): Promise<boolean>;
  /** Makes a job that cannot be done a dead letter: it stays in the table and is never claimed again. */
  giveUp(job: Job, now: number): Promise<boolean>;
  /** How many jobs of a name wait, those that are claimed included. */
  count(name: string): Promise<number>;
  /** Calls `listener` whenever this process has added jobs; answers how to stop that. */
  onAdded(listener: () => void): () => void;
};

/** A job of a name, due at once unless it says when. */
export const newJob = (
  { clock, random }: { clock: () => number; random: Random },
  work: Pick<NewJob, "name" | "payload" | "lane"> & { jobId?: string; dueAt?: number },
): NewJob => {
  const createdAt = clock();
  return { jobId: opaqueId(random), dueAt: createdAt, createdAt, ...work };
};
