import { z } from "zod";
import { ERASE_JOB, eraseJob } from "../domain/jobs/erase-job.ts";
import { job } from "./job.ts";

/** The pause before a retry after a reader prevented the erasure, in ms. */
const PAUSE_MS = 5000;

/** Erases deleted rows from the disk, once no reader prevents it. */
export const eraseDeletedRows = job({
  name: ERASE_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    if (await context.store.eraseDeletedRows()) return { done: true };
    return { done: true, next: [eraseJob(context, PAUSE_MS)] };
  },
});
