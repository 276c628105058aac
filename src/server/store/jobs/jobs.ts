import { sql } from "kysely";
import type { Claim, Job, JobStore } from "../../domain/jobs/job.ts";
import type { Database, Queryable } from "../tables.ts";
import { jobPayload, type WriteWithOutbox } from "./outbox.ts";

/** The job queue. A claimed job is due again when its lease ends. */
export const jobs = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
  onAdd: JobStore["onAdded"],
): JobStore => ({
  add: (newJobs) => writeWithOutbox(newJobs, async () => {}),

  claim: async (claim) => {
    // Most claims find nothing, and should not take the write lock.
    if (lanesToClaim(await dueLanes(db, claim.now), claim).length === 0) return [];
    return db.transact(
      async (transaction) => {
        const jobs: Job[] = [];
        for (const { lane, capacity } of lanesToClaim(
          await dueLanes(transaction, claim.now),
          claim,
        ))
          jobs.push(...(await claimInLane(transaction, db, lane, capacity, claim)));
        return jobs;
      },
      // A row is claimed while it is locked; all else that is read may be older.
      { isolation: "read committed" },
    );
  },

  renew: (job, leaseUntil) => change(db, job, { due_at: leaseUntil }),

  complete: (job, next = []) =>
    writeWithOutbox(next, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("job")
        .where("job_id", "=", job.jobId)
        .where("lease", "=", job.lease)
        .executeTakeFirst();
      return numDeletedRows > 0;
    }),

  retry: (job, dueAt) => change(db, job, { due_at: dueAt, lease: null }),

  giveUp: (job, now) => change(db, job, { due_at: null, lease: null, given_up_at: now }),

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
        fn.min("due_at").as("oldestDueAt"),
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

  onAdded: onAdd,
});

/**
 * The lanes with due jobs, the longest overdue first. A loose index scan steps from lane to lane, however
 * many jobs are pending in each.
 */
async function dueLanes(db: Queryable, now: number): Promise<string[]> {
  const { rows } = await sql<{ lane: string }>`
    with recursive lanes(lane) as (
      select min(lane) from job where due_at is not null
      union all
      select (select min(lane) from job where lane > lanes.lane and due_at is not null)
      from lanes where lanes.lane is not null
    )
    select lane from (
      select lanes.lane as lane,
        (select min(due_at) from job where job.lane = lanes.lane and due_at is not null) as due_at
      from lanes where lanes.lane is not null
    ) as head
    where due_at <= ${now} order by due_at, lane
  `.execute(db);
  return rows.map(({ lane }) => lane);
}

/** The largest share of a worker for lanes of one kind (`kind:name`; clients can create any number). */
const MOST_OF_KIND = 3 / 4;

/**
 * How many jobs to claim per lane, the oldest head first: never more than the free capacity, nor so many
 * of one kind that whoever creates lanes starves all other work.
 */
function lanesToClaim(lanes: readonly string[], { most, mostPerLane, busy }: Claim) {
  let free = most;
  const all = [...busy.values()].reduce((sum, count) => sum + count, most);
  const countsByKind = new Map<string, number>();
  for (const [lane, count] of busy)
    countsByKind.set(kindOf(lane), (countsByKind.get(kindOf(lane)) ?? 0) + count);
  const claims: { lane: string; capacity: number }[] = [];
  for (const lane of lanes) {
    const kind = kindOf(lane);
    const ofKind = countsByKind.get(kind) ?? 0;
    const freeOfKind = lane.includes(":") ? Math.ceil(all * MOST_OF_KIND) - ofKind : free;
    const capacity = Math.min(free, freeOfKind, mostPerLane - (busy.get(lane) ?? 0));
    if (capacity <= 0) continue;
    claims.push({ lane, capacity });
    free -= capacity;
    countsByKind.set(kind, ofKind + capacity);
  }
  return claims;
}

const kindOf = (lane: string): string => lane.split(":", 1)[0] ?? lane;

async function claimInLane(
  transaction: Queryable,
  { skipLocked }: Database,
  lane: string,
  capacity: number,
  { now, lease, leaseUntil }: Claim,
): Promise<Job[]> {
  const rows = await transaction
    .updateTable("job")
    .set(({ eb }) => ({ lease, due_at: leaseUntil, attempts: eb("attempts", "+", 1) }))
    .where(({ eb, selectFrom }) =>
      eb(
        "job_id",
        "in",
        skipLocked(
          selectFrom("job as due")
            .select("due.job_id")
            .where("due.lane", "=", lane)
            .where("due.due_at", "<=", now)
            .orderBy("due.due_at")
            .limit(capacity),
        ),
      ),
    )
    // Repeated for databases in which another claim may have come in between.
    .where("due_at", "<=", now)
    .returning(["job_id as jobId", "name", "payload", "created_at as createdAt", "attempts"])
    .execute();
  return rows.map((row) => ({
    ...row,
    payload: jobPayload.read(row.payload),
    lane,
    lease,
    dueAt: leaseUntil,
  }));
}

async function change(
  db: Queryable,
  { jobId, lease }: Job,
  columns: { due_at: number | null; lease?: null; given_up_at?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set(columns)
    .where("job_id", "=", jobId)
    .where("lease", "=", lease)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
