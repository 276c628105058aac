import { z } from "zod";
import { DAY_MS, dailyJob } from "./daily.ts";
import { job } from "./job.ts";

/** The name of the job that forgets. */
export const FORGET_JOB = "forget-old";

/** How long what is over is kept: for questions about it, and for a webhook to be replayed. */
const KEPT_DAYS = { deliveries: 30, givenUpJobs: 30, publicTokens: 7 };

/** Once a day: what is over for long enough is forgotten, so that no table grows for ever. */
export const forgetOld = job({
  name: FORGET_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    const now = context.clock();
    await context.store.forget({
      sessionsExpired: now,
      dashboardSessionsExpired: now,
      publicTokensExpired: now - KEPT_DAYS.publicTokens * DAY_MS,
      deliveriesTried: now - KEPT_DAYS.deliveries * DAY_MS,
      jobsGivenUp: now - KEPT_DAYS.givenUpJobs * DAY_MS,
    });
    // Where somebody reads just now it is done tomorrow.
    await context.store.eraseDeleted();
    return { done: true, next: [dailyJob(context, FORGET_JOB, now + DAY_MS)] };
  },
});
