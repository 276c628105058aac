import type { Job, JobStore, NewJob } from "../../domain/jobs/job.ts";
import type { Database, Queryable } from "../tables.ts";
import { isHeld } from "./is-held.ts";
import { insertJobs } from "./outbox.ts";

type Completion = {
  job: Job;
  next: readonly NewJob[];
  resolve: (isCompleted: boolean) => void;
  reject: (failure: unknown) => void;
};

/** The most jobs that one statement ends. */
const MAX_AT_ONCE = 500;

/**
 * Ends jobs; those that end at the same time share one transaction (group commit): while one group is
 * written, the next one gathers. `announce` is called after a commit that added jobs.
 */
export const createCompletions = (db: Database, announce: () => void): JobStore["complete"] => {
  const waiting: Completion[] = [];
  let isWriting = false;

  /** Returns false if several could not be ended together; then the group is unchanged. */
  const write = async (group: readonly Completion[]): Promise<boolean> => {
    try {
      const endKeys = await endJobs(db, group);
      const hasEnded = ({ job }: Completion) => endKeys.has(keyOf(job));
      if (group.some((one) => one.next.length > 0 && hasEnded(one))) announce();
      for (const one of group) one.resolve(hasEnded(one));
      return true;
    } catch (failure) {
      if (group.length === 1) group[0]?.reject(failure);
      return false;
    }
  };

  const writeAll = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      // Completions of the same turn of the event loop share a group.
      await Promise.resolve();
      const group = waiting.splice(0, MAX_AT_ONCE);
      // One job whose follow-ups cannot be added must not block the others.
      if (!(await write(group)) && group.length > 1) for (const one of group) await write([one]);
    }
    isWriting = false;
  };

  return (job, next = []) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, next, resolve, reject });
      void writeAll();
    });
};

/**
 * Deletes the jobs whose leases are still valid, and adds their follow-up jobs; returns the keys of the
 * deleted ones.
 */
async function endJobs(db: Database, group: readonly Completion[]): Promise<Set<string>> {
  const end = async (transaction: Queryable) => {
    const jobs = group.map(({ job }) => job);
    const rows = await transaction
      .deleteFrom("job")
      .where(isHeld(db, jobs))
      .returning(["job_id as jobId", "lease"])
      .execute();
    const endKeys = new Set(rows.map(keyOf));
    await insertJobs(
      transaction,
      group.flatMap(({ job, next }) => (endKeys.has(keyOf(job)) ? next : [])),
    );
    return endKeys;
  };
  if (group.every(({ next }) => next.length === 0)) return db.byIndex(end);
  // The rows that end are locked by that, and nothing else is read.
  return db.transact(end, { byIndex: true });
}

/** A job under one of its leases. */
const keyOf = ({ jobId, lease }: { jobId: string; lease: string | null }): string =>
  `${lease} ${jobId}`;
