import type { NewJob } from "../jobs/job.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { ItemStore } from "./item-store.ts";

/** The name of the job that erases the rows of a large removed Item. */
export const ERASE_ITEM_JOB = "erase-item";

/** The job that erases the rows of a removed Item, or the remaining rows. */
export const eraseItemJob = (itemId: string, now: number): NewJob => ({
  jobId: `${ERASE_ITEM_JOB}:${itemId}`,
  name: ERASE_ITEM_JOB,
  payload: { item_id: itemId },
  lane: ERASE_ITEM_JOB,
  dueAt: now,
  createdAt: now,
});

/**
 * Erases a removed Item's rows in batches, so that other writes run in between; true once no rows
 * are left. The number of batches per call is limited.
 */
export const eraseRemovedItem = async (
  { store }: { store: { items: Pick<ItemStore, "eraseRows"> } },
  itemId: string,
  batches: number,
): Promise<boolean> => {
  for (let batch = 0; batch < batches; batch++) {
    if (await store.items.eraseRows(itemId)) return true;
    await yieldToEventLoop();
  }
  return false;
};
