import { sql } from "kysely";
import type { Job, JobStore } from "../../domain/jobs/job.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Database } from "../tables.ts";
import { isFree, JOB, leaseEnd, toJob } from "./claims.ts";
import { jobPayload } from "./outbox.ts";

type Suspects = Pick<JobStore, "nextSuspect" | "claimSuspect" | "recordLoss">;
type DeadLetters = Pick<JobStore, "deadLetters" | "revive">;

/**
 * The suspects: jobs whose process was lost while they ran. All lanes share one queue of them, the least
 * often lost first. One suspect at a time is leased across all processes, so that only one can take its
 * process down.
 */
export const suspectQueries = (db: Database): Suspects => {
  type Next = Omit<Job, "payload" | "lease"> & {
    payload: string;
    lease: string | null;
    losses: number;
    isFree: number | boolean;
  };
  const findNext = preparedQuery<{ now: number }, Next>(db, (param) => {
    const now = param("now");
    return db
      .selectFrom("job")
      .select((job) => [
        ...JOB,
        "lease",
        sql<number>`losses_alone`.as("losses"),
        isFree(job, db.leaseTime(now)).as("isFree"),
      ])
      .where("losses_alone", "is not", null)
      .where("due_at", "<=", now)
      .orderBy(sql`case when lease is null then 1 else 0 end`)
      .orderBy("losses_alone")
      .orderBy("due_at")
      .limit(1);
  });

  type ClaimValues = { now: number; lease: string; leaseMs: number };
  const claimNext = preparedQuery<ClaimValues, Omit<Job, "payload"> & { payload: string }>(
    db,
    (param) => {
      const due = db
        .selectFrom("job")
        .select("job_id")
        .where("losses_alone", "is not", null)
        .where("due_at", "<=", param("now"))
        .where("lease", "is", null)
        .orderBy("losses_alone")
        .orderBy("due_at")
        .limit(1);
      return db
        .updateTable("job")
        .set({
          lease: param("lease"),
          lease_until: leaseEnd(db, param("leaseMs"), param("now")),
          attempts: sql<number>`attempts + 1`,
        })
        .where(
          db.isAnyOf("job_id", db.selectFrom(db.skipLocked(due).as("due")).select("due.job_id")),
        )
        .where("lease", "is", null)
        .where(({ not, exists }) =>
          not(
            exists(
              db
                .selectFrom("job as other")
                .select("other.job_id")
                .where("other.losses_alone", "is not", null)
                .where("other.lease", "is not", null)
                // A move of a client holds its jobs, which are due at no time.
                .where("other.due_at", "is not", null),
            ),
          ),
        )
        .returning([...JOB, sql<string>`lease`.as("lease")]);
    },
  );

  return {
    nextSuspect: async (now) => {
      const [next] = await db.byIndex((statements) => findNext({ now }, statements));
      if (!next) return null;
      const { lease, losses, isFree, ...row } = next;
      if (lease === null) return { is: "due" };
      return isFree ? { is: "lost", job: toJob({ ...row, lease }), losses } : { is: "running" };
    },

    claimSuspect: async ({ now, lease, leaseUntil }) => {
      const values = { now, lease, leaseMs: leaseUntil - now };
      const [row] = await db.byIndex((statements) => claimNext(values, statements));
      return row ? toJob(row) : null;
    },

    recordLoss: async ({ job, losses }, retryAt, now) => {
      const { numUpdatedRows } = await db.byIndex((statements) =>
        statements
          .updateTable("job")
          .set({
            ...{ lease: null, lease_until: null, losses_alone: losses + 1 },
            due_at: retryAt,
            ...(retryAt === null ? { planned_at: null, given_up_at: now } : { planned_at: now }),
          })
          .where("job_id", "=", job.jobId)
          .where("lease", "=", job.lease)
          .where((row) => isFree(row, db.leaseTime(now)))
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },
  };
};

/** The dead letters: jobs that gave up, and suspects that crashed. */
export const deadLetterQueries = (db: Database, announce: () => void): DeadLetters => ({
  deadLetters: async (limit, isCrashed) => {
    const rows = await db
      .selectFrom("job")
      .select(["job_id as jobId", "name", "payload", "lane", "created_at as createdAt"])
      .select((job) => [
        sql<number>`given_up_at`.as("givenUpAt"),
        job("losses_alone", "is not", null).as("isCrashed"),
      ])
      .where("given_up_at", "is not", null)
      .$if(isCrashed !== undefined, (dead) =>
        dead.where("losses_alone", isCrashed ? "is not" : "is", null),
      )
      .orderBy("given_up_at", "desc")
      .orderBy("job_id")
      .limit(limit)
      .execute();
    return rows.map(({ payload, createdAt, givenUpAt, isCrashed: crashed, ...row }) => ({
      ...row,
      payload: jobPayload.read(payload),
      createdAt: Number(createdAt),
      givenUpAt: Number(givenUpAt),
      isCrashed: Boolean(crashed),
    }));
  },

  revive: async (jobId, now) => {
    const { numUpdatedRows } = await db.byIndex((statements) =>
      statements
        .updateTable("job")
        .set({
          // The next attempt of a revived job is not its first.
          ...{ due_at: now, planned_at: now, given_up_at: null, attempts: 1 },
          losses_alone: sql<number | null>`case when losses_alone is not null then 0 end`,
        })
        .where("job_id", "=", jobId)
        .where("given_up_at", "is not", null)
        .executeTakeFirst(),
    );
    if (numUpdatedRows > 0n) announce();
    return numUpdatedRows > 0n;
  },
});
