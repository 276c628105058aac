import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { Claim, Job } from "../../domain/jobs/job.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Database, Tables } from "../tables.ts";
import { type LaneCursors, lanesToClaim, MAX_LEASE_MS } from "./lanes.ts";
import { jobPayload } from "./outbox.ts";

type Row = Omit<Job, "payload" | "lease"> & { payload: string };

/** Claims due jobs of the lanes that may have some, by one statement; takes no write lock if there are none. */
export const createClaims = (
  db: Database,
  laneCursors: LaneCursors,
): ((claim: Claim) => Promise<Job[]>) => {
  // One statement for each number of lanes; a claim has at most as many lanes as it may claim jobs.
  const statements = new Map<number, ReturnType<typeof prepareClaim>>();
  const statementFor = (laneCount: number) => {
    const statement = statements.get(laneCount) ?? prepareClaim(db, laneCount);
    statements.set(laneCount, statement);
    return statement;
  };

  return async (claim) => {
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
    const jobs = rows.map(({ payload, dueAt, ...row }) => {
      const job = { ...row, payload: jobPayload.read(payload), dueAt: Number(dueAt), lease };
      const ofLane = found.get(job.lane);
      if (ofLane) {
        ofLane.count += 1;
        ofLane.last = Math.max(ofLane.last, job.dueAt);
      }
      return job;
    });
    for (const { lane, capacity } of lanes) {
      const { count, last } = found.get(lane) ?? { count: 0, last: 0 };
      laneCursors.move(lane, count < capacity ? null : last);
    }
    return jobs.sort((job, b) => job.dueAt - b.dueAt);
  };
};

/** The end of a lease that lasts so many ms from now. */
export const leaseEnd = (
  db: Database,
  ms: number | Expression<number>,
  now: number | Expression<number>,
) => sql<number>`${db.leaseTime(now)} + cast(${ms} as bigint)`;

type Param = <Value extends string | number>(name: string) => RawBuilder<Value>;

function prepareClaim(db: Database, laneCount: number) {
  return preparedQuery<Record<string, string | number>, Row>(db, (parameter) => {
    const param: Param = (name) => parameter(name) as RawBuilder<never>;
    const now = param<number>("now");
    const [first, ...others] = Array.from({ length: laneCount }, (_, n) => dueIn(db, n, param));
    if (!first) throw new Error("a claim is of no lane");
    const due = others.reduce((all, other) => all.unionAll(other), first);
    return (
      db
        .updateTable("job")
        .set(({ eb }) => ({
          lease: param<string>("lease"),
          lease_until: leaseEnd(db, param<number>("leaseMs"), now),
          attempts: eb("attempts", "+", 1),
        }))
        .where(db.isAnyOf("job_id", due))
        // Repeated for databases in which another claim may have come in between.
        .where((job) => isFree(job, db.leaseTime(now)))
        .returning([
          "job_id as jobId",
          "name",
          "payload",
          "lane",
          sql<number>`due_at`.as("dueAt"),
          "created_at as createdAt",
          "attempts",
        ])
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
    .where((job) => isFree(job, db.leaseTime(now)))
    .orderBy("due_at")
    .limit(param<number>(`capacity${lane}`));
  return db.selectFrom(db.skipLocked(due).as("due")).select("due.job_id");
}

const isFree = (job: ExpressionBuilder<Tables, "job">, now: Expression<number>) =>
  job.or([
    job("lease_until", "is", null),
    job("lease_until", "<=", now),
    job("lease_until", ">", sql<number>`${now} + cast(${sql.lit(MAX_LEASE_MS)} as bigint)`),
  ]);
