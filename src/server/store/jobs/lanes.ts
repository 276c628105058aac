import { sql } from "kysely";
import type { Claim } from "../../domain/jobs/job.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Database } from "../tables.ts";

/** The first job of a lane, by which lanes are in order. */
export type LaneHead = { lane: string; dueAt: number };

/** The longest lease, in ms: one that ends later was taken while the clock ran ahead, and its worker may be gone. */
export const MAX_LEASE_MS = 10 * 60_000;

/**
 * The lanes with due, unclaimed jobs, longest overdue first. A loose index scan steps from lane to lane,
 * however many jobs are pending in each.
 */
const lanesQuery = (db: Database) =>
  preparedQuery<{ now: number }, LaneHead>(db, (param) => {
    const now = param("now");
    const scan = sql<LaneHead>`
    with recursive lanes(lane) as (
      select min(lane) from job where due_at is not null
      union all
      select (select min(lane) from job where lane > lanes.lane and due_at is not null)
      from lanes where lanes.lane is not null
    )
    select lane, due_at as "dueAt" from (
      select lanes.lane as lane,
        (select due_at from job where job.lane = lanes.lane and due_at <= ${now} and losses_alone is null
          and (lease_until is null or lease_until <= ${db.leaseTime(now)}
            or lease_until > ${db.leaseTime(now)} + cast(${sql.lit(MAX_LEASE_MS)} as bigint))
          order by due_at limit 1) as due_at
      from lanes where lanes.lane is not null
    ) as head
    where due_at is not null order by due_at, lane
  `;
    return { compile: () => scan.compile(db) };
  });

/** How long claims use the cursors of a scan as long as they find due jobs by them, in ms. */
const SCAN_MS = 250;
/** A scan that is slow comes this many times its own duration after the last one. */
const SCAN_SHARE = 50;
/** The longest duration, in ms, of a scan that an idle worker may repeat immediately. */
const FAST_SCAN_MS = 50;
/** The fastest of this many scans counts, since a single slow one may have been held up. */
const DURATIONS = 5;

/**
 * Cursors to the first due job of each lane, from which claims resume. The index entries of finished jobs
 * precede a cursor; PostgreSQL has to keep them while any transaction has an older snapshot, and without a
 * cursor each claim would step over all of them. A scan of all lanes finds jobs that were added before a
 * cursor.
 */
export const createLaneCursors = (db: Database, elapsed: () => number) => {
  const dueLanes = lanesQuery(db);
  let cursors = new Map<string, number>();
  let scannedAt = Number.NEGATIVE_INFINITY;
  const durations: number[] = [];
  const pauseAfter = (isIdle: boolean): number => {
    const duration = durations.length < DURATIONS ? 0 : Math.min(...durations);
    if (isIdle && duration < FAST_SCAN_MS) return 0;
    return Math.max(SCAN_MS, duration * SCAN_SHARE);
  };
  return {
    /** The lanes that may have due jobs, the longest overdue first. */
    list: (now: number): LaneHead[] =>
      [...cursors]
        .map(([lane, dueAt]) => ({ lane, dueAt }))
        .filter(({ dueAt }) => dueAt <= now)
        .sort((a, b) => a.dueAt - b.dueAt),
    /**
     * Scans all lanes; returns false without a scan if the last one is too recent. An idle worker does not
     * wait as long as scans are fast.
     */
    scan: async (now: number, isIdle: boolean): Promise<boolean> => {
      const began = elapsed();
      if (began - scannedAt < pauseAfter(isIdle)) return false;
      const lanes = await db.byIndex((statements) => dueLanes({ now }, statements));
      cursors = new Map(lanes.map(({ lane, dueAt }) => [lane, dueAt]));
      scannedAt = elapsed();
      durations.unshift(scannedAt - began);
      durations.splice(DURATIONS);
      return true;
    },
    /** Has the next claim scan all lanes first. */
    expire: (): void => {
      scannedAt = Number.NEGATIVE_INFINITY;
    },
    /** Moves a lane's cursor to the job that was claimed last; null removes the cursor of a lane without due jobs. */
    move: (lane: string, dueAt: number | null): void => {
      if (dueAt === null) cursors.delete(lane);
      else cursors.set(lane, dueAt);
    },
  };
};

export type LaneCursors = ReturnType<typeof createLaneCursors>;

/** The largest share of a worker for lanes of one kind (`kind:name`; clients can create any number). */
const MAX_SHARE_OF_KIND = 3 / 4;

/** The largest share of a worker by which lanes, all together, are wider than others: the rest is for new ones. */
const MAX_SHARE_OF_WIDE = 3 / 8;

/** How many jobs of a lane to claim. */
type LaneClaim = LaneHead & { capacity: number };

/**
 * Computes how many jobs to claim per lane, the oldest head first: at most the free capacity, and a limited
 * share for one kind, so that a client with many lanes cannot starve other work. Every lane gets its share
 * before a lane gets more.
 */
export const lanesToClaim = (
  heads: readonly LaneHead[],
  { limit, perLane, busy, widths = new Map() }: Claim,
): LaneClaim[] => {
  let free = limit;
  const all = [...busy.values()].reduce((sum, count) => sum + count, limit);
  const countsByKind = new Map<string, number>();
  let freeForWide = Math.floor(all * MAX_SHARE_OF_WIDE);
  for (const [lane, count] of busy) {
    countsByKind.set(toKind(lane), (countsByKind.get(toKind(lane)) ?? 0) + count);
    freeForWide -= Math.max(0, count - perLane);
  }
  const capacities = new Map<LaneHead, number>();
  const claim = (head: LaneHead, maxOfLane: number): number => {
    const kind = toKind(head.lane);
    const ofKind = countsByKind.get(kind) ?? 0;
    const freeOfKind = head.lane.includes(":") ? Math.ceil(all * MAX_SHARE_OF_KIND) - ofKind : free;
    const capacity = Math.min(free, freeOfKind, maxOfLane);
    if (capacity <= 0) return 0;
    capacities.set(head, (capacities.get(head) ?? 0) + capacity);
    free -= capacity;
    countsByKind.set(kind, ofKind + capacity);
    return capacity;
  };
  const widthOf = ({ lane }: LaneHead) => Math.floor(widths.get(lane) ?? perLane);
  const countOf = (head: LaneHead) => (busy.get(head.lane) ?? 0) + (capacities.get(head) ?? 0);
  for (const head of heads) claim(head, Math.min(widthOf(head), perLane) - countOf(head));
  for (const head of heads)
    freeForWide -= claim(head, Math.min(widthOf(head) - countOf(head), freeForWide));
  return [...capacities].map(([head, capacity]) => ({ ...head, capacity }));
};

const toKind = (lane: string): string => lane.split(":", 1)[0] ?? lane;

/** Clocks of machines differ by less than this, in ms. */
const TOLERANCE_MS = 60_000;

/** Interval between checks of pauses while the clock runs normally, in ms. */
const LOOK_PAUSE_MS = 10_000;

/**
 * Returns a function that finds pauses which begin in the future, since the clock ran ahead when they were
 * planned, and restarts them now; it returns whether there were any. PostgreSQL's own clock has to agree, so
 * one machine whose clock is behind shortens none.
 */
export const createPauseShortener = (db: Database, elapsed: () => number) => {
  let latest = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const findPlanned = preparedQuery<{ later: number }, { job_id: string }>(db, (param) =>
    db.selectFrom("job").select("job_id").where("planned_at", ">", param("later")).limit(1),
  );
  return async (now: number): Promise<boolean> => {
    const wasPutBack = now < latest;
    latest = now;
    if (!wasPutBack && elapsed() - lookedAt < LOOK_PAUSE_MS) return false;
    lookedAt = elapsed();
    const later = now + TOLERANCE_MS;
    const { numUpdatedRows } = await db.byIndex(async (statements) => {
      const found = await findPlanned({ later }, statements);
      if (found.length === 0) return { numUpdatedRows: 0n };
      return statements
        .updateTable("job")
        .set({
          due_at: sql<number>`due_at - (planned_at - ${now})`,
          planned_at: now,
        })
        .where("planned_at", ">", later)
        .where(({ eb }) => eb(eb("planned_at", "-", TOLERANCE_MS), ">", db.leaseTime(now)))
        .where("due_at", "is not", null)
        .executeTakeFirst();
    });
    return numUpdatedRows > 0n;
  };
};
