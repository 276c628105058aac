import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { Claim, Job } from "../../domain/jobs/job.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Database, Tables } from "../tables.ts";
import { type LaneCursors, lanesToClaim, MAX_LEASE_MS } from "./lanes.ts";
import { jobPayload } from "./outbox.ts";

type Row = Omit<Job, "payload"> & { payload: string };

/** A row under its claim, or without a lease if it has become a suspect. */
type ClaimedRow = Omit<Row, "lease"> & { lease: string | null };

/**
 * Claims due jobs of the lanes that may have some, by one statement; takes no write lock if there are none. A job
 * whose lease has ended becomes a suspect instead.
 */
export const createClaims = (
  db: Database,
  laneCursors: LaneCursors,
): ((claim: Claim) => Promise<Job[]>) => {
  // A statement for each number of lanes; a claim has at most as many lanes as it may claim jobs.
  const statements = new Map<number, ReturnType<typeof prepareClaim>>();
  const statementFor = (laneCount: number) => {
    const statement = statements.get(laneCount) ?? prepareClaim(db, laneCount);
    statements.set(laneCount, statement);
    return statement;
  };

  const claimDue = async (claim: Claim): Promise<Job[]> => {
    const { now, lease, leaseUntil } = claim;
    const lanes = lanesToClaim(laneCursors.list(now), claim);
    if (lanes.length === 0) return [];
    const values: Record<string, string | number> = { now, lease, leaseMs: leaseUntil - now };
    for (const [n, { lane, dueAt, capacity }] of lanes.entries()) {
      values[`lane${n}`] = lane;
      values[`dueAt${n}`] = dueAt;
      values[`capacity${n}`] = capacity;
    }
    const rows = await db.byIndex((statements) => statementFor(lanes.length)(values, statements));
    const found = new Map(lanes.map(({ lane }) => [lane, { count: 0, last: 0 }]));
    const jobs: Job[] = [];
    for (const row of rows) {
      const ofLane = found.get(row.lane);
      if (ofLane) {
        ofLane.count += 1;
        if (row.lease !== null) ofLane.last = Math.max(ofLane.last, Number(row.dueAt));
      }
      if (row.lease !== null) jobs.push(toJob({ ...row, lease }));
    }
    for (const { lane, capacity } of lanes) {
      const { count, last } = found.get(lane) ?? { count: 0, last: 0 };
      laneCursors.move(lane, count < capacity ? null : last);
    }
    // Suspects alone were in the way; the cursors are past them.
    if (jobs.length === 0 && rows.length > 0) return claimDue(claim);
    return jobs.sort((job, b) => job.dueAt - b.dueAt);
  };
  return claimDue;
};

/** Returns the job of a row that was claimed. */
export const toJob = ({ payload, dueAt, ...row }: Row): Job => ({
  ...row,
  payload: jobPayload.read(payload),
  dueAt: Number(dueAt),
});

/** The columns of a job. */
export const JOB = [
  "job_id as jobId",
  "name",
  "payload",
  "lane",
  sql<number>`due_at`.as("dueAt"),
  "created_at as createdAt",
  "attempts",
] as const;

/** The end of a lease of `ms` that begins now. */
export const leaseEnd = (
  db: Database,
  ms: number | Expression<number>,
  now: number | Expression<number>,
) => sql<number>`${db.leaseTime(now)} + cast(${ms} as bigint)`;

type Param = <Value extends string | number>(name: string) => RawBuilder<Value>;

function prepareClaim(db: Database, laneCount: number) {
  return preparedQuery<Record<string, string | number>, ClaimedRow>(db, (parameter) => {
    const param: Param = (name) => parameter(name) as RawBuilder<never>;
    const now = param<number>("now");
    const [first, ...others] = Array.from({ length: laneCount }, (_, n) => dueIn(db, n, param));
    if (!first) throw new Error("a claim is of no lane");
    const due = others.reduce((all, other) => all.unionAll(other), first);
    return (
      db
        .updateTable("job")
        // A lease that has ended was not given back: its worker died or stood still.
        .set({
          lease: sql<string>`case when lease is null then ${param<string>("lease")} end`,
          lease_until: sql<number>`case when lease is null
            then ${leaseEnd(db, param<number>("leaseMs"), now)} end`,
          attempts: sql<number>`attempts + case when lease is null then 1 else 0 end`,
          losses_alone: sql<number>`case when lease is null then losses_alone else 0 end`,
          due_at: sql<number>`case when lease is null then due_at else cast(${now} as bigint) end`,
        })
        .where(db.isAnyOf("job_id", due))
        // Repeated for databases in which another claim may have come in between.
        .where("losses_alone", "is", null)
        .where((job) => isFree(job, db.leaseTime(now)))
        .returning([...JOB, "lease"])
    );
  });
}

/** The first due, unclaimed jobs of a lane; a separate select, since it locks rows. */
function dueIn(db: Database, lane: number, param: Param) {
  const now = param<number>("now");
  const due = db
    .selectFrom("job")
    .select("job_id")
    .where("lane", "=", param<string>(`lane${lane}`))
    .where("due_at", ">=", param<number>(`dueAt${lane}`))
    .where("due_at", "<=", now)
    .where("losses_alone", "is", null)
    .where((job) => isFree(job, db.leaseTime(now)))
    .orderBy("due_at")
    .limit(param<number>(`capacity${lane}`));
  return db.selectFrom(db.skipLocked(due).as("due")).select("due.job_id");
}

/** Whether a job is under no lease, or under one that has ended. */
export const isFree = (job: ExpressionBuilder<Tables, "job">, now: Expression<number>) =>
  job.or([
    job("lease_until", "is", null),
    job("lease_until", "<=", now),
    job("lease_until", ">", sql<number>`${now} + cast(${sql.lit(MAX_LEASE_MS)} as bigint)`),
  ]);
