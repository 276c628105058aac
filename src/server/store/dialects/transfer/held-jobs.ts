import { sql } from "kysely";
import {
  heldLease,
  isHeldAs,
  type LiveMove,
  releaseJobs,
  transactInRun,
} from "../../clients/live-move.ts";
import { jobPayload } from "../../jobs/outbox.ts";
import type { Database, MoveStep, Queryable, Tables } from "../../tables.ts";
import { isOfClient } from "./client-rows.ts";

const JOBS_AT_ONCE = 500;

/**
 * Keeps the jobs of a moving client from running in either store until one store has the client. A
 * held job has no due time; its lease keeps the time.
 */
export const createHeldJobs = (
  source: Database,
  target: Database,
  move: LiveMove,
  steps: { here: readonly MoveStep[]; there: MoveStep },
) => {
  const { client_id: clientId, move_id: moveId } = move;
  // Jobs already transferred to the other store may have ended, and must not be copied again.
  const prefix = heldLease(moveId, steps.there === "arriving" ? "move" : "late");
  const isHeld = isHeldAs(prefix);
  const release = (db: Queryable) => releaseJobs(db, prefix);
  const drop = async (db: Queryable) => {
    await db.deleteFrom("job").where(isHeld).execute();
  };

  /** Holds and copies the client's jobs among some jobs; returns the ids of those still running. */
  const hold = async (jobs: readonly Tables["job"][], whose: Queryable): Promise<string[]> => {
    const own: Tables["job"][] = [];
    for (const job of jobs)
      if (await isOfClient(whose, jobPayload.read(job.payload), clientId)) own.push(job);
    const ids = own.map(({ job_id }) => job_id);
    if (ids.length === 0) return [];
    await transactInRun(source, move, steps.here, (transaction) =>
      transaction
        .updateTable("job")
        .set({
          lease: sql`${prefix} || coalesce(cast(due_at as text), '')`,
          due_at: null,
          planned_at: null,
        })
        .where("job_id", "in", ids)
        .where("lease", "is", null)
        .execute(),
    );
    // The selection includes the jobs that an earlier run has held.
    const held = await source
      .selectFrom("job")
      .selectAll()
      .where("job_id", "in", ids)
      .where(isHeld)
      .execute();
    if (held.length > 0)
      await transactInRun(target, move, [steps.there], (transaction) =>
        transaction
          .insertInto("job")
          .values(held)
          .onConflict((conflict) => conflict.column("job_id").doNothing())
          .execute(),
      );
    const others = await source
      .selectFrom("job")
      .select("job_id")
      .where("job_id", "in", ids)
      .where((job) => job.not(isHeld))
      .execute();
    return others.map(({ job_id }) => job_id);
  };

  let running = new Set<string>();
  return {
    /** Holds all jobs of the client that no worker runs; calls `beat` before each batch. */
    holdAll: async (beat: () => Promise<void>): Promise<void> => {
      for (let after = ""; ; ) {
        await beat();
        const jobs = await source
          .selectFrom("job")
          .selectAll()
          .where("job_id", ">", after)
          .orderBy("job_id")
          .limit(JOBS_AT_ONCE)
          .execute();
        for (const id of await hold(jobs, source)) running.add(id);
        const last = jobs.at(-1);
        if (!last) return;
        after = last.job_id;
      }
    },
    /**
     * Holds the jobs that were added or have ended since; returns the number of running jobs.
     * `whose` maps a job to its client.
     */
    holdChanged: async (whose: Queryable = source): Promise<number> => {
      const noted = await source
        .selectFrom("client_move_change")
        .select(["at", "nonce", "row_key"])
        .where("table_name", "=", "job")
        .execute();
      const ids = new Set([
        ...running,
        ...noted.map(({ row_key }) => String(JSON.parse(row_key)[0])),
      ]);
      running = new Set();
      for (const some of splitList([...ids])) {
        const jobs = await source
          .selectFrom("job")
          .selectAll()
          .where("job_id", "in", some)
          .execute();
        for (const id of await hold(jobs, whose)) running.add(id);
      }
      for (const some of splitList(noted))
        await transactInRun(source, move, steps.here, (transaction) =>
          sql`delete from client_move_change where ${sql.join(
            some.map(({ at, nonce }) => sql`(at = ${at} and nonce = ${nonce})`),
            sql` or `,
          )}`.execute(transaction),
        );
      return running.size;
    },
    /** Releases the held jobs in a transaction's store. */
    release,
    /** Deletes the held jobs in a transaction's store. */
    drop,
  };
};

function* splitList<Each>(list: readonly Each[]): Generator<Each[]> {
  for (let from = 0; from < list.length; from += JOBS_AT_ONCE)
    yield list.slice(from, from + JOBS_AT_ONCE);
}
