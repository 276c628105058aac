import { DAY_MS, dayAt, toDate } from "../../calendar.ts";
import type { ItemRef } from "../../items/item.ts";
import { type NewJob, newJob } from "../../jobs/job.ts";
import type { Runtime } from "../../runtime.ts";

/** The name of the job that pulls investments. */
export const PULL_INVESTMENTS_JOB = "pull-investments";

type Timer = Pick<Runtime, "clock" | "random">;

/** The job of an Item's first pull of its investments. */
export const firstInvestmentsJob = (services: Timer, item: ItemRef): NewJob =>
  jobAt(services, item, "first", services.clock());

/** The job of the next day's pull. */
export const dailyInvestmentsJob = (services: Timer, item: ItemRef): NewJob => {
  const tomorrow = services.clock() + DAY_MS;
  return jobAt(services, item, toDate(dayAt(tomorrow)), tomorrow);
};

/** The job of one extra pull on request. */
export const extraInvestmentsJob = (services: Timer, item: ItemRef): NewJob =>
  jobAt(services, item, `asked for at ${services.clock()}`, services.clock());

/** Idempotent: the job's id consists of the Item and the reason. */
function jobAt(
  services: Timer,
  { itemId, institutionId }: ItemRef,
  reason: string,
  dueAt: number,
): NewJob {
  return newJob(services, {
    jobId: `${PULL_INVESTMENTS_JOB}:${itemId}:${reason}`,
    name: PULL_INVESTMENTS_JOB,
    payload: { item_id: itemId },
    lane: `institution ${institutionId}`,
    dueAt,
  });
}
