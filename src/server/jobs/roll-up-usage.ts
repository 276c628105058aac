import { z } from "zod";
import { DAY_MS, dailyJob } from "./daily.ts";
import { job } from "./job.ts";

/** The name of the job that rolls up usage. */
export const ROLL_UP_JOB = "roll-up-usage";

/** Merges, once a day, the daily counts of each month before the last one into one count. */
export const rollUpUsage = job({
  name: ROLL_UP_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    const now = new Date(context.clock());
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
    await context.store.usage.rollUp(lastMonth.toISOString().slice(0, 10));
    return { done: true, next: [dailyJob(context, ROLL_UP_JOB, now.getTime() + DAY_MS)] };
  },
});
