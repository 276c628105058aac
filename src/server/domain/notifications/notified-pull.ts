import type { ItemRef } from "../items/item.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";

/** The reasons to pull an Item after a notification by its institution. */
export type NotifiedPull = {
  itemId: string;
  /** The first day of the change, YYYY-MM-DD. */
  since: string;
  /** Whether the user may have new accounts. */
  newAccounts: boolean;
  /** Whether the owners' data may have changed. */
  owners: boolean;
};

/** The pending pull of an Item: all reasons merged, and the only job that runs it. */
export type PendingPull = NotifiedPull & {
  jobId: string;
  /** Optimistic lock: the number of merges. */
  revision: number;
};

/** The port for pending pulls, at most one per Item. */
export type NotifiedPullStore = {
  /**
   * Merges pulls, at most one per Item, into the pending pulls. An Item without a pending pull gets
   * a job. Removed Items are left out.
   */
  merge(pulls: readonly NotifiedPull[], jobFor: (item: ItemRef) => NewJob): Promise<void>;
  ofItem(itemId: string): Promise<PendingPull | null>;
  /**
   * Ends a pull and adds its follow-up jobs. If further notifications were merged since, the job
   * `next` handles them. No effect if the pull belongs to another job.
   */
  settle(pull: PendingPull, next: NewJob, jobs?: readonly NewJob[]): Promise<void>;
};

/** Merges two pulls of one Item. */
export const mergePulls = (pull: NotifiedPull, b: NotifiedPull): NotifiedPull => ({
  itemId: pull.itemId,
  since: pull.since < b.since ? pull.since : b.since,
  newAccounts: pull.newAccounts || b.newAccounts,
  owners: pull.owners || b.owners,
});

/** The name of the job that pulls an Item after a notification. */
export const NOTIFIED_PULL_JOB = "pull-notified";

/** The job that pulls an Item after a notification, in the lane of its institution. */
export const notifiedPullJob = (
  services: Pick<Runtime, "clock" | "random">,
  { itemId, institutionId }: ItemRef,
): NewJob =>
  newJob(services, {
    name: NOTIFIED_PULL_JOB,
    payload: { item_id: itemId },
    lane: `institution ${institutionId}`,
  });
