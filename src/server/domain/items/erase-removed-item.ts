import type { NewJob } from "../jobs/job.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { ItemStore } from "./item-store.ts";

/** The name of the job that erases the rows of a removed Item that has many. */
export const ERASE_ITEM_JOB = "erase-item";

/** The job that erases the rows of an Item that was removed, or the rest of them. */
export const eraseItemJob = (itemId: string, now: number): NewJob => ({
  jobId: `${ERASE_ITEM_JOB}:${itemId}`,
  name: ERASE_ITEM_JOB,
  payload: { item_id: itemId },
  lane: ERASE_ITEM_JOB,
  dueAt: now,
  createdAt: now,
});

/**
 * Erases the rows of a removed Item in batches, so that other writes run in between; returns whether all are
 * erased after a limited number of batches.
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
