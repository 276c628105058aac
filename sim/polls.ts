import type SQLite from "better-sqlite3";
import type { Instance } from "./instance.ts";
import type { World } from "./world.ts";

/** The lane of the job that detects outages each minute. A late poll runs the job late. */
const MINUTELY = "judge-institutions";

/** The maximum delay of the job, in ms. */
const LATE_MS = 3 * 3_600_000;

/** The time within which a running worker gets each job, in ms. */
const MAX_OVERDUE_MS = 3_600_000;

/** The interval at which workers poll, in ms. */
const POLL_MS = 250;

/**
 * The polls of idle workers, a few per second. Only polls with a due job are simulated, since other
 * polls change nothing.
 */
export const createPolls = (
  world: World,
  reader: SQLite.Database,
  instances: () => readonly Instance[],
) => {
  const draw = world.draw("polls");
  const planned = new Map<Instance, number>();
  const dueJob = reader
    .prepare<[], number | null>(
      `select min(max(due_at, coalesce(lease_until, 0))
         + case lane when '${MINUTELY}' then ${LATE_MS} else 0 end)
       from job where due_at is not null`,
    )
    .pluck();
  let hasChanged = true;
  reader.function("note_job", () => {
    hasChanged = true;
    return null;
  });
  for (const change of ["insert", "update", "delete"])
    reader.exec(
      `create temp trigger note_job_${change} after ${change} on main.job begin select note_job(); end`,
    );
  return {
    /** A worker may be idle from now on. */
    look: (): void => {
      hasChanged = true;
    },
    wake: (): void => {
      if (!hasChanged) return;
      hasChanged = false;
      const dueAt = dueJob.get();
      if (typeof dueAt !== "number") return;
      world.require(
        dueAt > world.now() - MAX_OVERDUE_MS,
        () => "a job is due and free, and no worker gets it",
      );
      for (const instance of instances()) {
        if (instance.isDead || !instance.isIdle()) continue;
        const at = Math.max(world.now(), dueAt - instance.skew) + draw.between(1, POLL_MS);
        const other = planned.get(instance);
        if (other !== undefined && other > world.now() && other <= at) continue;
        planned.set(instance, at);
        world.scheduler.at(at, instance.name, null, () => {
          hasChanged = true;
          const due = dueJob.get();
          if (typeof due === "number" && due <= instance.clock()) instance.poll();
        });
      }
    },
  };
};
