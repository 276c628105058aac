import { z } from "zod";
import type { NewJob } from "../../domain/jobs/job.ts";
import { jsonColumn } from "../json-column.ts";
import type { Database, Queryable, TransactionOptions } from "../tables.ts";

/**
 * Runs a write and adds its jobs in the same transaction (transactional outbox); the jobs may depend on the
 * result. A write that returns false must have changed nothing, and adds no job.
 */
export type WriteWithOutbox = <Answer>(
  jobs: readonly NewJob[] | ((answer: Answer) => readonly NewJob[]),
  write: (transaction: Queryable) => Promise<Answer>,
  options?: TransactionOptions,
) => Promise<Answer>;

/** Makes the writer that every part of the store adds jobs by; `announce` is called after the commit. */
export const createOutboxWriter =
  (db: Database, announce: () => void): WriteWithOutbox =>
  async (jobs, write, options) => {
    const { answer, added } = await db.transact(async (transaction) => {
      const result = await write(transaction);
      const following = typeof jobs === "function" ? jobs(result) : jobs;
      if (result !== false) await insertJobs(transaction, following);
      return { answer: result, added: following.length };
    }, options);
    if (added > 0 && answer !== false) announce();
    return answer;
  };

/**
 * The column of a job's payload. Its values are not validated here: JSON parses to JSON values, and each kind
 * of job has its own schema.
 */
export const jobPayload = jsonColumn(
  z.record(
    z.string(),
    z.custom<NewJob["payload"][string]>(() => true),
  ),
);

/** How many rows one statement writes: SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 1000;

/** Adds jobs within a transaction; one whose id exists already changes nothing. */
export const insertJobs = async (
  transaction: Queryable,
  jobs: readonly NewJob[],
): Promise<void> => {
  for (let from = 0; from < jobs.length; from += ROWS_AT_ONCE)
    await transaction
      .insertInto("job")
      .values(
        jobs.slice(from, from + ROWS_AT_ONCE).map((job) => ({
          job_id: job.jobId,
          name: job.name,
          payload: jobPayload.write(job.payload),
          lane: job.lane,
          due_at: job.dueAt,
          created_at: job.createdAt,
          planned_at: job.dueAt <= job.createdAt ? job.createdAt : null,
          attempts: 0,
        })),
      )
      .onConflict((conflict) => conflict.column("job_id").doNothing())
      .execute();
};
