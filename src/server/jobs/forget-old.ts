import { z } from "zod";
import { type NewJob, newJob } from "../domain/job.ts";
import type { World } from "../domain/world.ts";
import { job } from "./job.ts";

const NAME = "forget-old";
const DAY_MS = 24 * 60 * 60 * 1000;

/** How long what is over is kept: for questions about it, and for a webhook to be replayed. */
const KEPT_DAYS = { deliveries: 30, givenUpJobs: 30, publicTokens: 7 };

/** Once a day: what is over for long enough is forgotten, so that no table grows for ever. */
export const forgetOld = job({
  name: NAME,
  schema: z.strictObject({}),
  async run(_, context) {
    const now = context.clock();
    await context.store.forget({
      sessionsExpired: now,
      publicTokensExpired: now - KEPT_DAYS.publicTokens * DAY_MS,
      deliveriesCreated: now - KEPT_DAYS.deliveries * DAY_MS,
      jobsGivenUp: now - KEPT_DAYS.givenUpJobs * DAY_MS,
    });
    return { done: true, next: [forgetting(context, now + DAY_MS)] };
  },
});

/** The day names the job, so that however many servers start there is one of it. */
export const forgetting = (world: Pick<World, "clock" | "random">, dueAt: number): NewJob =>
  newJob(world, {
    jobId: `${NAME}:${new Date(dueAt).toISOString().slice(0, 10)}`,
    name: NAME,
    payload: {},
    lane: NAME,
    dueAt,
  });
