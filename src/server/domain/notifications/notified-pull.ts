import type { Item } from "../items/item.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";

/** What an Item is to be pulled for, since its institution has notified us of changes. */
export type NotifiedPull = {
  itemId: string;
  /** The first day of what changed, YYYY-MM-DD. */
  since: string;
  /** Whether the user may have new accounts. */
  newAccounts: boolean;
  /** Whether what is known of the owners may have changed. */
  owners: boolean;
};

/** What an Item waits to be pulled for: all that was merged, and the one job that does it. */
export type PendingPull = NotifiedPull & {
  jobId: string;
  /** Optimistic lock: counts what was merged. */
  revision: number;
};

/** The port for what Items wait to be pulled for; an Item has one such pull at most. */
export type NotifiedPullStore = {
  /**
   * Merges pulls, of an Item one at most, into those that their Items wait for; an Item that waited for
   * none gets its job. Items that were removed are left out.
   */
  merge(pulls: readonly NotifiedPull[], jobFor: (item: PulledItem) => NewJob): Promise<void>;
  ofItem(itemId: string): Promise<PendingPull | null>;
  /**
   * Ends a pull that was done, and adds the jobs that follow from it. Where more was merged into it
   * meanwhile, it goes on as the pull of `next` instead. Nothing changes where it is another job's.
   */
  settle(pull: PendingPull, next: NewJob, jobs?: readonly NewJob[]): Promise<void>;
};

type PulledItem = Pick<Item, "itemId" | "institutionId">;

/** Two pulls of one Item as one. */
export const mergedPull = (one: NotifiedPull, other: NotifiedPull): NotifiedPull => ({
  itemId: one.itemId,
  since: one.since < other.since ? one.since : other.since,
  newAccounts: one.newAccounts || other.newAccounts,
  owners: one.owners || other.owners,
});

/** The name of the job that pulls an Item after a notification. */
export const NOTIFIED_PULL_JOB = "pull-notified";

/** The job that pulls an Item after a notification, in the lane of its institution. */
export const notifiedPullJob = (
  services: Pick<Services, "clock" | "random">,
  { itemId, institutionId }: PulledItem,
): NewJob =>
  newJob(services, {
    name: NOTIFIED_PULL_JOB,
    payload: { item_id: itemId },
    lane: `institution ${institutionId}`,
  });
