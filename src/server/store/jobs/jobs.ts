import { type Expression, type ExpressionBuilder, sql } from "kysely";
import type { Claim, Job, JobStore } from "../../domain/jobs/job.ts";
import type { Database, Queryable, Tables } from "../tables.ts";
import { createCompletions } from "./completions.ts";
import { isHeld } from "./is-held.ts";
import { type LaneClaim, type LaneHeads, lanesToClaim } from "./lanes.ts";
import { jobPayload, type WriteWithOutbox } from "./outbox.ts";

type Parts = {
  writeWithOutbox: WriteWithOutbox;
  heads: LaneHeads;
  /** Called after a commit that added jobs. */
  announce: () => void;
  onAdded: JobStore["onAdded"];
};

/** The job queue. A claimed job keeps its place in its lane, and is free again when its lease ends. */
export const jobs = (
  db: Database,
  { writeWithOutbox, heads, announce, onAdded }: Parts,
): JobStore => ({
  add: (newJobs) => writeWithOutbox(newJobs, async () => {}),

  claim: async (claim) => {
    const { now } = claim;
    await heads.scan(now, false);
    const jobs = await claimIn(db, heads, claim);
    if (jobs.length > 0 || !(await heads.scan(now, true))) return jobs;
    return claimIn(db, heads, claim);
  },

  renew: async (jobs, { now, leaseUntil }) => {
    if (jobs.length === 0) return;
    await db
      .updateTable("job")
      .set({ lease_until: endOf(db, leaseUntil - now, now) })
      .where(isHeld(jobs))
      .execute();
  },

  complete: createCompletions(db, announce),

  retry: (job, dueAt) => change(db, job, { due_at: dueAt, lease: null, lease_until: null }),

  giveUp: (job, now) =>
    change(db, job, { due_at: null, lease: null, lease_until: null, given_up_at: now }),

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
        fn.count<number>("given_up_at").as("givenUp"),
        fn.min(fn.coalesce("lease_until", "due_at")).as("oldestDueAt"),
      ])
      .groupBy("name")
      .execute();
    return rows.map(({ name, all, givenUp, oldestDueAt }) => ({
      name,
      pending: Number(all) - Number(givenUp),
      givenUp: Number(givenUp),
      oldestDueAt: oldestDueAt === null ? null : Number(oldestDueAt),
    }));
  },

  onAdded,
});

/** Claims jobs of the lanes that may have some: by one statement, and without the write lock for none. */
async function claimIn(db: Database, heads: LaneHeads, claim: Claim): Promise<Job[]> {
  const { now, lease, leaseUntil } = claim;
  const lanes = lanesToClaim(heads.list(now), claim);
  const [first, ...others] = lanes.map((lane) => dueIn(db, lane, now));
  if (!first) return [];
  const rows = await db
    .updateTable("job")
    .set(({ eb }) => ({
      lease,
      lease_until: endOf(db, leaseUntil - now, now),
      attempts: eb("attempts", "+", 1),
    }))
    .where(
      "job_id",
      "in",
      others.reduce((all, other) => all.unionAll(other), first),
    )
    // Repeated for databases in which another claim may have come in between.
    .where((job) => isFree(job, db.leaseTime(now)))
    .returning([
      "job_id as jobId",
      "name",
      "payload",
      "lane",
      "due_at as dueAt",
      "created_at as createdAt",
      "attempts",
    ])
    .execute();
  const jobs = rows.map(({ payload, dueAt, ...row }) => ({
    ...row,
    payload: jobPayload.read(payload),
    dueAt: Number(dueAt),
    lease,
  }));
  for (const { lane, capacity } of lanes) {
    const times = jobs.filter((job) => job.lane === lane).map(({ dueAt }) => dueAt);
    heads.move(lane, times.length < capacity ? null : Math.max(...times));
  }
  return jobs.sort((one, other) => one.dueAt - other.dueAt);
}

/** The end of a lease that lasts so many ms from now. */
const endOf = (db: Database, ms: number, now: number) =>
  sql<number>`${db.leaseTime(now)} + cast(${ms} as bigint)`;

/** The first due jobs of a lane that nobody has claimed; a select of its own, since it locks rows. */
function dueIn(db: Database, { lane, dueAt, capacity }: LaneClaim, now: number) {
  const due = db
    .selectFrom("job")
    .select("job_id")
    .where("lane", "=", lane)
    .where("due_at", ">=", dueAt)
    .where("due_at", "<=", now)
    .where((job) => isFree(job, db.leaseTime(now)))
    .orderBy("due_at")
    .limit(capacity);
  return db.selectFrom(db.skipLocked(due).as("due")).select("due.job_id");
}

const isFree = (job: ExpressionBuilder<Tables, "job">, now: Expression<number>) =>
  job.or([job("lease_until", "is", null), job("lease_until", "<=", now)]);

async function change(
  db: Queryable,
  { jobId, lease }: Job,
  columns: {
    due_at: number | null;
    lease: null;
    lease_until: null;
    given_up_at?: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set(columns)
    .where("job_id", "=", jobId)
    .where("lease", "=", lease)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
