import type { Job, JobStore } from "../../domain/jobs/job.ts";
import type { Database } from "../tables.ts";
import { createClaims, leaseEnd } from "./claims.ts";
import { createCompletions } from "./completions.ts";
import { isHeld } from "./is-held.ts";
import type { LaneCursors } from "./lanes.ts";
import type { WriteWithOutbox } from "./outbox.ts";

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
      await laneCursors.scan(now, false);
      const jobs = await claimDue(claim);
      if (jobs.length > 0 || !(await laneCursors.scan(now, true))) return jobs;
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
        ...{ lease: null, lease_until: null },
      }),

    giveUp: (job, now) =>
      change(db, job, {
        ...{ due_at: null, planned_at: null, given_up_at: now },
        ...{ lease: null, lease_until: null },
      }),

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
  };
};

async function change(
  db: Database,
  { jobId, lease }: Job,
  columns: {
    due_at: number | null;
    planned_at: number | null;
    lease: null;
    lease_until: null;
    given_up_at?: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db.byIndex((statements) =>
    statements
      .updateTable("job")
      .set(columns)
      .where("job_id", "=", jobId)
      .where("lease", "=", lease)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0;
}
