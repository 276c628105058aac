import { sql } from "kysely";
import type { Claim, Job, JobStore } from "../../domain/jobs/job.ts";
import type { Database } from "../tables.ts";
import { jobPayload, type WriteWithOutbox } from "./outbox.ts";

/** Jobs that wait to be done. A claimed one is due again when its lease ends. */
export const jobs = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
  onAdded: JobStore["onAdded"],
): JobStore => ({
  add: (added) => writeWithOutbox(added, async () => {}),

  claim: async (claim) => {
    // Most claims find nothing: those take no lock.
    if (lanesToClaim(await dueLanes(db, claim.now), claim).length === 0) return [];
    return db.transaction().execute(async (transaction) => {
      const claimed: Job[] = [];
      for (const { lane, room } of lanesToClaim(await dueLanes(transaction, claim.now), claim))
        claimed.push(...(await claimInLane(transaction, lane, room, claim)));
      return claimed;
    });
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
    const { waiting } = await db
      .selectFrom("job")
      .select(({ fn }) => fn.countAll<number>().as("waiting"))
      .where("name", "=", name)
      .where("given_up_at", "is", null)
      .executeTakeFirstOrThrow();
    return Number(waiting);
  },

  onAdded,
});

/**
 * The lanes in which something is due, that which has waited longest first. They are found by going
 * from lane to lane in the index, however many jobs wait in each.
 */
async function dueLanes(db: Database, now: number): Promise<string[]> {
  const { rows } = await sql<{ lane: string }>`
    with recursive known(lane) as (
      select min(lane) from job where due_at is not null
      union all
      select (select min(lane) from job where lane > known.lane and due_at is not null)
      from known where known.lane is not null
    )
    select lane from (
      select known.lane as lane,
        (select min(due_at) from job where job.lane = known.lane and due_at is not null) as due_at
      from known where known.lane is not null
    ) as head
    where due_at <= ${now} order by due_at, lane
  `.execute(db);
  return rows.map(({ lane }) => lane);
}

/** What the lanes of one kind (`kind:name`, as many as anybody makes up) take at most of a worker. */
const MOST_OF_KIND = 3 / 4;

/**
 * How many jobs to take of each lane: as even as their heads are old, and never beyond what is free, nor
 * so many of one kind that those who make up lanes keep a worker from everything else.
 */
function lanesToClaim(lanes: readonly string[], { most, mostPerLane, busy }: Claim) {
  let left = most;
  const all = [...busy.values()].reduce((sum, one) => sum + one, most);
  const taken = new Map<string, number>();
  for (const [lane, count] of busy) taken.set(kindOf(lane), (taken.get(kindOf(lane)) ?? 0) + count);
  const chosen: { lane: string; room: number }[] = [];
  for (const lane of lanes) {
    const kind = kindOf(lane);
    const ofKind = taken.get(kind) ?? 0;
    const leftOfKind = lane.includes(":") ? Math.ceil(all * MOST_OF_KIND) - ofKind : left;
    const room = Math.min(left, leftOfKind, mostPerLane - (busy.get(lane) ?? 0));
    if (room <= 0) continue;
    chosen.push({ lane, room });
    left -= room;
    taken.set(kind, ofKind + room);
  }
  return chosen;
}

const kindOf = (lane: string): string => lane.split(":", 1)[0] ?? lane;

async function claimInLane(
  transaction: Database,
  lane: string,
  room: number,
  { now, lease, leaseUntil }: Claim,
): Promise<Job[]> {
  const rows = await transaction
    .updateTable("job")
    .set(({ eb }) => ({ lease, due_at: leaseUntil, attempts: eb("attempts", "+", 1) }))
    .where(({ eb, selectFrom }) =>
      eb(
        "job_id",
        "in",
        selectFrom("job as due")
          .select("due.job_id")
          .where("due.lane", "=", lane)
          .where("due.due_at", "<=", now)
          .orderBy("due.due_at")
          .limit(room),
      ),
    )
    // Once more, for a database in which another claim may have come between.
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
  db: Database,
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
