import { dateOf, dayAt } from "../calendar.ts";
import type { Item } from "../items/item.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import type { TransactionFeed } from "./transaction-feed.ts";

/** The name of the job that pulls transactions. */
export const PULL_JOB = "pull-transactions";

/** How long after a pull the next one follows by itself. */
const PAUSE_MS = 24 * 60 * 60 * 1000;

type Timer = Pick<Services, "clock" | "random">;

/** The job that pulls what comes next of an Item's transactions: at once, until the history is there. */
export const pullJob = (services: Timer, item: PulledItem, { status }: FeedStatus): NewJob =>
  status === "HISTORICAL_UPDATE_COMPLETE"
    ? jobAt(services, item, dateOf(dayAt(services.clock() + PAUSE_MS)), services.clock() + PAUSE_MS)
    : jobAt(services, item, status, services.clock());

/** The job that pulls ahead of time, once more than those that go on by themselves. */
export const extraPullJob = (services: Timer, item: PulledItem): NewJob =>
  jobAt(services, item, `asked for at ${services.clock()}`, services.clock());

type PulledItem = Pick<Item, "itemId" | "institutionId">;
type FeedStatus = Pick<TransactionFeed, "status">;

/** Of one Item and one reason there is one: whatever adds it twice adds it once. */
function jobAt(
  services: Timer,
  { itemId, institutionId }: PulledItem,
  reason: string,
  dueAt: number,
): NewJob {
  return newJob(services, {
    jobId: `${PULL_JOB}:${itemId}:${reason}`,
    name: PULL_JOB,
    payload: { item_id: itemId },
    lane: `institution ${institutionId}`,
    dueAt,
  });
}
