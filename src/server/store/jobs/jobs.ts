import {
  type Expression,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SqlBool,
  sql,
} from "kysely";
import type { Job, JobStore, NewJob } from "../../domain/jobs/job.ts";
import { gatherWrites } from "../gather-writes.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Database, Queryable, Tables } from "../tables.ts";
import { createClaims, leaseEnd } from "./claims.ts";
import type { LaneCursors } from "./lanes.ts";
import { insertJobs, type WriteWithOutbox } from "./outbox.ts";
import { deadLetterQueries, suspectQueries } from "./suspects.ts";

type Parts = {
  writeWithOutbox: WriteWithOutbox;
  laneCursors: LaneCursors;
  /** Called after a commit that added jobs. */
  announce: () => void;
  /** Shortens the pauses that were planned by a clock that ran ahead; returns whether there were any. */
  shortenPauses: (now: number) => Promise<boolean>;
  onAdded: JobStore["onAdded"];
};

/** The job queue. A claimed job keeps its place in its lane, and is free again when its lease ends. */
export const jobs = (
  db: Database,
  { writeWithOutbox, laneCursors, announce, shortenPauses, onAdded }: Parts,
): JobStore => {
  const claimDue = createClaims(db, laneCursors);
  return {
    add: (newJobs) => writeWithOutbox(newJobs, async () => {}),

    claim: async (claim) => {
      const { now } = claim;
      if (await shortenPauses(now)) laneCursors.expire();
      const hasScanned = await laneCursors.scan(now, false);
      const jobs = await claimDue(claim);
      if (jobs.length > 0 || hasScanned || !(await laneCursors.scan(now, true))) return jobs;
      return claimDue(claim);
    },

    renew: async (jobs, { now, leaseUntil }) => {
      if (jobs.length === 0) return;
      await db.byIndex((statements) =>
        statements
          .updateTable("job")
          .set({ lease_until: leaseEnd(db, leaseUntil - now, now) })
          .where(isHeld(db, jobs))
          .execute(),
      );
    },

    complete: createCompletions(db, announce),

    retry: (job, dueAt, plannedAt) =>
      change(db, job, {
        ...{ due_at: dueAt, planned_at: plannedAt },
        losses_alone: sql<number | null>`nullif(losses_alone, 0)`,
      }),

    release: (job, now) => change(db, job, { due_at: now, planned_at: now }),

    giveUp: (job, now) =>
      change(db, job, { due_at: null, planned_at: null, given_up_at: now, losses_alone: null }),

    ...suspectQueries(db),

    ...deadLetterQueries(db, announce),

    count: async (name) => {
      const { pending } = await db
        .selectFrom("job")
        .select(({ fn }) => fn.countAll<number>().as("pending"))
        .where("name", "=", name)
        .where("given_up_at", "is", null)
        .executeTakeFirstOrThrow();
      return Number(pending);
    },

    depth: async () => {
      const rows = await db
        .selectFrom("job")
        .select(({ fn }) => [
          "name",
          fn.countAll<number>().as("all"),
          fn.count<number>("given_up_at").as("dead"),
          fn.count<number>("losses_alone").as("suspects"),
          sql<number>`count(case when given_up_at is not null then losses_alone end)`.as("crashed"),
          fn.min(fn.coalesce("lease_until", "due_at")).as("oldestDueAt"),
        ])
        .groupBy("name")
        .execute();
      return rows.map(({ name, all, dead, suspects, crashed, oldestDueAt }) => ({
        name,
        pending: Number(all) - Number(dead),
        suspects: Number(suspects) - Number(crashed),
        givenUp: Number(dead) - Number(crashed),
        crashed: Number(crashed),
        oldestDueAt: oldestDueAt === null ? null : Number(oldestDueAt),
      }));
    },

    onAdded,
  };
};

/** Ends the claim of a job, if it is the latest one. */
async function change(
  db: Database,
  { jobId, lease }: Job,
  columns: {
    due_at: number | null;
    planned_at: number | null;
    given_up_at?: number;
    losses_alone?: Expression<number | null> | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db.byIndex((statements) =>
    statements
      .updateTable("job")
      .set({ ...columns, lease: null, lease_until: null })
      .where("job_id", "=", jobId)
      .where("lease", "=", lease)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0;
}

type Completion = { job: Job; next: readonly NewJob[] };

/** The maximum number of jobs that one statement ends. */
const MAX_AT_ONCE = 500;

/** Ends jobs in groups. `announce` is called after a commit that added jobs. */
const createCompletions = (db: Database, announce: () => void): JobStore["complete"] => {
  const endOne = prepareEnd(db);
  const complete = gatherWrites(MAX_AT_ONCE, async (group: readonly Completion[]) => {
    const endKeys = await endJobs(db, group, endOne);
    const hasEnded = group.map(({ job }) => endKeys.has(toKey(job)));
    if (group.some(({ next }, place) => next.length > 0 && hasEnded[place])) announce();
    return hasEnded;
  });
  return (job, next = []) => complete({ job, next });
};

/** Deletes a job whose lease is still valid: most jobs end alone. */
const prepareEnd = (db: Database) =>
  preparedQuery<Pick<Job, "jobId" | "lease">, EndedJob>(db, (param) =>
    db
      .deleteFrom("job")
      .where("lease", "=", param("lease"))
      .where("job_id", "=", param("jobId"))
      .returning(ENDED),
  );

const ENDED = ["job_id as jobId", "lease"] as const;

type EndedJob = { jobId: string; lease: string | null };

/**
 * Deletes the jobs whose leases are still valid, and adds their follow-up jobs; returns the keys of the
 * deleted ones.
 */
async function endJobs(
  db: Database,
  group: readonly Completion[],
  endOne: ReturnType<typeof prepareEnd>,
): Promise<Set<string>> {
  const end = async (transaction: Queryable) => {
    const [first, ...others] = group.map(({ job }) => job);
    const rows =
      first && others.length === 0
        ? await endOne({ jobId: first.jobId, lease: first.lease }, transaction)
        : await transaction
            .deleteFrom("job")
            .where(
              isHeld(
                db,
                group.map(({ job }) => job),
              ),
            )
            .returning(ENDED)
            .execute();
    const endKeys = new Set(rows.map(toKey));
    await insertJobs(
      transaction,
      group.flatMap(({ job, next }) => (endKeys.has(toKey(job)) ? next : [])),
    );
    return endKeys;
  };
  if (group.every(({ next }) => next.length === 0)) return db.byIndex(end);
  // The rows that end are locked by that, and nothing else is read.
  return db.transact(end, { byIndex: true });
}

/** A job under one of its leases. */
const toKey = ({ jobId, lease }: EndedJob): string => `${lease} ${jobId}`;

type Condition = (
  row: ExpressionBuilder<Tables, "job">,
) => ExpressionWrapper<Tables, "job", SqlBool>;

/** Which rows are one of these jobs, by the lease of its claim. */
const isHeld =
  ({ isAnyOf }: Database, jobs: readonly Job[]): Condition =>
  (row) => {
    const idsByLease = new Map<string, string[]>();
    for (const { lease, jobId } of jobs) {
      const ids = idsByLease.get(lease);
      if (ids) ids.push(jobId);
      else idsByLease.set(lease, [jobId]);
    }
    const ofLeases = row.or(
      [...idsByLease].map(([lease, ids]) => row("lease", "=", lease).and(isAnyOf("job_id", ids))),
    );
    if (idsByLease.size === 1) return ofLeases;
    const ids = jobs.map(({ jobId }) => jobId);
    return row.and([isAnyOf("job_id", ids), ofLeases]);
  };
