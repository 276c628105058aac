import { DAY_MS, dayAt, MINUTE_MS, toDate } from "../calendar.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { Item, ItemRef } from "../items/item.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { TransactionFeed } from "./transaction-feed.ts";

/** The name of the job that pulls transactions. */
export const PULL_JOB = "pull-transactions";

/** Requests count by slots of ten minutes, so that several of a day are a little further apart than its parts. */
const MARGIN_MS = 5 * MINUTE_MS;

/** The pause between two pulls if an Item is pulled `pullsPerDay` times a day. */
const pauseOf = (pullsPerDay: number): number =>
  pullsPerDay === 1 ? DAY_MS : DAY_MS / pullsPerDay + MARGIN_MS;

type Timer = Pick<Runtime, "clock" | "random">;

/**
 * The job of an Item's next pull: at once until the history is complete, and daily from then on, or several times a day if
 * its institution is read so often.
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

/** The job that continues a pull whose first parts are read. */
export const nextPartPullJob = (
  services: Timer,
  item: ItemRef,
  { afterMs, priority }: { afterMs: number; priority: ReadPriority },
): NewJob => {
  const dueAt = services.clock() + afterMs;
  return jobAt(services, item, `next part at ${dueAt}`, dueAt, priority);
};

/** The job that pulls the history of accounts that were added to an Item. */
export const addedAccountsPullJob = (services: Timer, item: ItemRef): NewJob =>
  jobAt(services, item, `accounts added at ${services.clock()}`, services.clock(), "user");

type FeedStatus = Pick<TransactionFeed, "status">;

/** Idempotent: the job id is made of the Item and the reason, so that a second one changes nothing. */
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

/** The name of the job that looks at new data of a user's accounts. */
export const WATCH_JOB = "watch-cash-flow";

/** The job that looks at an Item's new data; none if it belongs to no user. */
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
          // The updates of one user run one after the other.
          lane: `cash-flow ${userId}`,
        }),
      ];
