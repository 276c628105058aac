import { z } from "zod";
import {
  ERASE_ITEM_JOB,
  eraseItemJob,
  eraseRemovedItem,
} from "../domain/items/erase-removed-item.ts";
import { eraseJob } from "../domain/jobs/erase-job.ts";
import { job } from "./job.ts";

/** The number of batches per attempt: less than a second of work, so that a worker can stop. */
const BATCHES = 40;

/** Erases the rows of a large removed Item in batches. */
export const eraseItem = job({
  name: ERASE_ITEM_JOB,
  schema: z.strictObject({ item_id: z.string() }),
  async run({ item_id: itemId }, context) {
    const isOver = await eraseRemovedItem(context, itemId, BATCHES);
    return {
      done: true,
      next: [isOver ? eraseJob(context) : eraseItemJob(itemId, context.clock())],
    };
  },
});
