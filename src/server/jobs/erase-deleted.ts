import { z } from "zod";
import { ERASE_JOB, eraseJob } from "../domain/items/erase-job.ts";
import { job } from "./job.ts";

/** How long to wait for somebody who reads. */
const PAUSE_MS = 5000;

/** After a removal: what was deleted is taken off the disk, as soon as nobody reads it any more. */
export const eraseDeleted = job({
  name: ERASE_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    if (await context.store.eraseDeleted()) return { done: true };
    return { done: true, next: [eraseJob(context, PAUSE_MS)] };
  },
});
