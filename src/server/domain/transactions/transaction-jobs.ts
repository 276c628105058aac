import { DAY_MS, dayAt, MINUTE_MS, toDate } from "../calendar.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { Item, ItemRef } from "../items/item.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { TransactionFeed } from "./transaction-feed.ts";

/** The name of the job that pulls transactions. */
export const PULL_JOB = "pull-transactions";

/**
 * Requests count by slots of ten minutes. So several pulls per day need a little more than an even
 * pause.
 */
const MARGIN_MS = 5 * MINUTE_MS;

/** The pause between two pulls of an Item with `pullsPerDay`. */
const pauseOf = (pullsPerDay: number): number =>
  pullsPerDay === 1 ? DAY_MS : DAY_MS / pullsPerDay + MARGIN_MS;

type Timer = Pick<Runtime, "clock" | "random">;

/**
 * The job of an Item's next pull: at once until the history is complete, then daily, or as often as
 * its institution allows.
 */
export const pullJob = (
  services: Timer,
  item: ItemRef,
  { status }: FeedStatus,
  pullsPerDay = 1,
): NewJob => {
  if (status !== "HISTORICAL_UPDATE_COMPLETE")
    return jobAt(services, item, status, services.clock());
  const pause = pauseOf(pullsPerDay);
  const dueAt = services.clock() + pause;
  const part = pullsPerDay === 1 ? "" : ` in part ${Math.floor(dueAt / pause)}`;
  return jobAt(services, item, `${toDate(dayAt(dueAt))}${part}`, dueAt);
};

/** Creates a job for one extra pull on request, in addition to the daily ones. */
export const extraPullJob = (services: Timer, item: ItemRef): NewJob =>
  jobAt(services, item, `asked for at ${services.clock()}`, services.clock(), "user");

/** The job that continues a pull after its first parts. */
export const nextPartPullJob = (
  services: Timer,
  item: ItemRef,
  { afterMs, priority }: { afterMs: number; priority: ReadPriority },
): NewJob => {
  const dueAt = services.clock() + afterMs;
  return jobAt(services, item, `next part at ${dueAt}`, dueAt, priority);
};

/** The job that pulls the history of accounts added to an Item. */
export const addedAccountsPullJob = (services: Timer, item: ItemRef): NewJob =>
  jobAt(services, item, `accounts added at ${services.clock()}`, services.clock(), "user");

type FeedStatus = Pick<TransactionFeed, "status">;

/** Idempotent: the job's id consists of the Item and the reason. */
function jobAt(
  services: Timer,
  { itemId, institutionId }: ItemRef,
  reason: string,
  dueAt: number,
  priority?: ReadPriority,
): NewJob {
  return newJob(services, {
    jobId: `${PULL_JOB}:${itemId}:${reason}`,
    name: PULL_JOB,
    payload: { item_id: itemId, ...(priority && { priority }) },
    lane: `institution ${institutionId}`,
    dueAt,
  });
}

/** The name of the job that examines new data of a user's accounts. */
export const WATCH_JOB = "watch-cash-flow";

/** The job that examines an Item's new data; none for an Item without a user. */
export const watchJobs = (
  services: Pick<Runtime, "clock" | "random">,
  { itemId, userId }: Pick<Item, "itemId" | "userId">,
): NewJob[] =>
  userId === null
    ? []
    : [
        newJob(services, {
          name: WATCH_JOB,
          payload: { item_id: itemId },
          // A user's updates run one after another.
          lane: `cash-flow ${userId}`,
        }),
      ];
