import type { Item } from "../items/item.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";

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
          // One user's updates come one after the other.
          lane: `cash-flow ${userId}`,
        }),
      ];
