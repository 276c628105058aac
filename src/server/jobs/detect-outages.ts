import { z } from "zod";
import { outageMail } from "../documents/mail/outage-mail.ts";
import { MINUTE_MS } from "../domain/calendar.ts";
import { opaqueId } from "../domain/identifiers.ts";
import { type NewJob, newJob } from "../domain/jobs/job.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import { detectOutages, windowStart } from "../domain/outages/detect-outages.ts";
import type { Alert, OutageChange } from "../domain/outages/outage.ts";
import type { Services } from "../domain/services.ts";
import { type JobContext, job } from "./job.ts";
import { NOTIFY_RECOVERY_JOB } from "./notify-recovery.ts";

/** The name of the job that detects outages; stored in the database. */
const DETECT_OUTAGES_JOB = "judge-institutions";

/** Detects outages that begin and end, once a minute, and sends alerts. */
export const detectOutagesJob = job({
  name: DETECT_OUTAGES_JOB,
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
    // A removed institution causes no alert.
    for (const outage of current)
      if (!directory.has(outage.institutionId)) await store.outages.end(outage, now, []);
    return { done: true, next: [newDetectOutagesJob(context, now + MINUTE_MS)] };
  },
});

/** The job of a minute. Its id contains the minute, so that several servers add it once. */
export const newDetectOutagesJob = (
  services: Pick<Services, "clock" | "random">,
  dueAt: number = services.clock(),
): NewJob =>
  newJob(services, {
    jobId: `${DETECT_OUTAGES_JOB}:${new Date(dueAt).toISOString().slice(0, 16)}`,
    name: DETECT_OUTAGES_JOB,
    payload: {},
    lane: DETECT_OUTAGES_JOB,
    dueAt,
  });

/** The lifetime of an outage mail in ms; later mails would be outdated. */
const MAIL_LIFETIME_MS = 6 * 60 * 60 * 1000;

/** Creates the webhooks and mails about an outage's start or end, for the clients' recipients. */
const alertJobs = (
  { outage, successRate }: OutageChange,
  alerts: readonly Alert[],
  services: Services,
): NewJob[] => {
  const { clock, random, directory, webhooks, mailer } = services;
  const { institutionId, kind, beganAt, endedAt } = outage;
  const { name } = directory.get(institutionId);
  const status = endedAt === null ? "DOWN" : "HEALTHY";
  return alerts.flatMap(({ clientId, webhook, email }) => [
    ...webhooks.forClient(
      { clientId, webhook },
      {
        name: "DASHBOARD_CONFIGURED_ALERT:INSTITUTION_STATUS_ALERT_TRIGGERED",
        institutionId,
        institutionName: name,
        kind,
        status,
        since: endedAt ?? beganAt,
        successRate,
      },
    ),
    ...(email !== null && mailer !== null
      ? [
          mailJob(
            services,
            outageMail(
              services,
              { mailId: opaqueId(random), to: email },
              { institutionId, institutionName: name, kind, beganAt, endedAt, successRate },
            ),
            clock() + MAIL_LIFETIME_MS,
          ),
        ]
      : []),
  ]);
};

/** Writes a change with its alerts. If several processes see the change, one of them writes it. */
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
              name: NOTIFY_RECOVERY_JOB,
              lane: NOTIFY_RECOVERY_JOB,
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
