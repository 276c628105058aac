import { z } from "zod";
import { type NewJob, newJob } from "../domain/jobs/job.ts";
import { detectOutages, windowStart } from "../domain/outages/detect-outages.ts";
import type { OutageChange } from "../domain/outages/outage.ts";
import type { Services } from "../domain/services.ts";
import { type JobContext, job } from "./job.ts";
import { alertJobs } from "./outage-alerts.ts";
import { TELL_USERS_JOB } from "./tell-users.ts";

/** The name of the job that judges how institutions answer. */
const JUDGE_JOB = "judge-institutions";

const MINUTE_MS = 60_000;

/** Finds the outages that begin and end, once a minute, and tells of them. */
export const judgeInstitutions = job({
  name: JUDGE_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    const { clock, store, directory } = context;
    const now = clock();
    const [counts, current] = await Promise.all([
      store.outages.counts(windowStart(now)),
      store.outages.current(),
    ]);
    const countsInDirectory = counts.filter(({ institutionId }) => directory.has(institutionId));
    for (const change of detectOutages(countsInDirectory, current, now))
      await apply(change, context);
    // Of one that is there no more, nobody is told.
    for (const outage of current)
      if (!directory.has(outage.institutionId)) await store.outages.end(outage, now, []);
    return { done: true, next: [judgeJob(context, now + MINUTE_MS)] };
  },
});

/** The job of a minute. Its id has that minute, so that any number of servers add it once. */
export const judgeJob = (
  services: Pick<Services, "clock" | "random">,
  dueAt: number = services.clock(),
): NewJob =>
  newJob(services, {
    jobId: `${JUDGE_JOB}:${new Date(dueAt).toISOString().slice(0, 16)}`,
    name: JUDGE_JOB,
    payload: {},
    lane: JUDGE_JOB,
    dueAt,
  });

/** What is told is added with the change: of several processes that see it, one makes it. */
async function apply(change: OutageChange, context: JobContext): Promise<void> {
  const { store } = context;
  const { outage } = change;
  const { institutionId, kind, beganAt, endedAt } = outage;
  const jobs = alertJobs(change, await store.alerts.all(), context);
  if (endedAt === null) await store.outages.begin(outage, jobs);
  else
    await store.outages.end(outage, endedAt, [
      ...jobs,
      ...(kind === "item_logins"
        ? [
            newJob(context, {
              name: TELL_USERS_JOB,
              lane: TELL_USERS_JOB,
              payload: {
                institution_id: institutionId,
                since: windowStart(beganAt),
                until: endedAt,
              },
            }),
          ]
        : []),
    ]);
}
