import { z } from "zod";
import { DAY_MS } from "../domain/calendar.ts";
import { refreshAggregator } from "../domain/connectors/refresh-aggregator.ts";
import { Fault } from "../domain/fault.ts";
import { type NewJob, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import { job } from "./job.ts";

/** The name of the job that reads the banks of aggregators; stored in the database. */
const REFRESH_AGGREGATORS_JOB = "refresh-aggregators";

/**
 * Reads each aggregator's banks daily. A failing aggregator keeps its banks and stores the reason.
 */
export const refreshAggregators = job({
  name: REFRESH_AGGREGATORS_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    const { clock, store } = context;
    for (const aggregator of await store.institutions.aggregators())
      await refreshAggregator(context, aggregator).catch((failure: unknown) => {
        if (!(failure instanceof Fault)) throw failure;
      });
    return { done: true, next: [newRefreshJob(context, clock() + DAY_MS)] };
  },
});

/** The job of a day. Its id contains the day, so that several servers add it once. */
export const newRefreshJob = (
  services: Pick<Services, "clock" | "random">,
  dueAt: number = services.clock(),
): NewJob =>
  newJob(services, {
    jobId: `${REFRESH_AGGREGATORS_JOB}:${new Date(dueAt).toISOString().slice(0, 10)}`,
    name: REFRESH_AGGREGATORS_JOB,
    payload: {},
    lane: REFRESH_AGGREGATORS_JOB,
    dueAt,
  });
