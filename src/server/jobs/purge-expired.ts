import { z } from "zod";
import { DAY_MS, dayAt, monthsBefore } from "../domain/calendar.ts";
import { eraseClientJob } from "../domain/clients/erase-client.ts";
import { REPORT_LIFETIME_MS } from "../domain/consumer-reports/consumer-report.ts";
import { hourOf } from "../domain/dashboard/request-total.ts";
import { type NewJob, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import { INBOX_LIMITS } from "../domain/webhooks/inbox.ts";
import { job } from "./job.ts";

/** The name of the job that deletes expired rows; stored in the database. */
const PURGE_JOB = "forget-old";

/** The retention of expired rows in days, for support and for replays of webhooks. */
const RETENTION_DAYS = {
  deliveries: 30,
  deadLetters: 30,
  publicTokens: 7,
  traffic: 30,
  institutionRequests: 7,
  outages: 90,
  failedSignIns: 7,
  endedGrantKeys: 90,
};

/** The maximum number of logged requests. */
const MAX_LOGGED_REQUESTS = 1_000_000;

/** Deletes expired rows and dead letters daily, so that no table grows without bound. */
export const purgeExpired = job({
  name: PURGE_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    const now = context.clock();
    await context.store.makePartsAhead();
    await context.store.purgeExpired({
      sessionExpiry: now,
      dashboardSessionExpiry: now,
      clientSecretEnd: now,
      personSessionUse: now - DAY_MS,
      consumerReportEnd: now - REPORT_LIFETIME_MS,
      publicTokenExpiry: now - RETENTION_DAYS.publicTokens * DAY_MS,
      deliveryAttempt: now - RETENTION_DAYS.deliveries * DAY_MS,
      deadLetter: now - RETENTION_DAYS.deadLetters * DAY_MS,
      institutionRequest: now - 2 * DAY_MS,
      endedGrantKey: now - RETENTION_DAYS.endedGrantKeys * DAY_MS,
    });
    await context.store.traffic.purge(now - RETENTION_DAYS.traffic * DAY_MS, MAX_LOGGED_REQUESTS);
    await context.store.requestTotals.purge(hourOf(now - RETENTION_DAYS.traffic * DAY_MS));
    await context.store.sessionTotals.purge(hourOf(now - RETENTION_DAYS.traffic * DAY_MS));
    await context.store.webhookTotals.purge(hourOf(now - RETENTION_DAYS.deliveries * DAY_MS));
    await context.store.webhookInbox.purge(now - INBOX_LIMITS.keptMs);
    await context.store.outages.purge(
      now - RETENTION_DAYS.institutionRequests * DAY_MS,
      now - RETENTION_DAYS.outages * DAY_MS,
    );
    await context.store.usage.purgeBatches(now - 2 * DAY_MS);
    const kept = monthsBefore(dayAt(now), context.statementMonths) * DAY_MS;
    await context.store.statements.purgeDocuments(kept);
    await context.store.failedSignIns.purge(now - RETENTION_DAYS.failedSignIns * DAY_MS);
    // Adds the erasure jobs of removed clients again, since earlier jobs may be dead letters.
    const removed = await context.store.clients.removed();
    await context.store.jobs.add(removed.map((clientId) => eraseClientJob(context, clientId)));
    // If a reader prevents the erasure, the next day's run repeats it.
    await context.store.eraseDeletedRows();
    return { done: true, next: [newPurgeJob(context, now + DAY_MS)] };
  },
});

/** The day's purge. Its id contains the day, so that several servers add it once. */
export const newPurgeJob = (
  services: Pick<Services, "clock" | "random">,
  dueAt: number = services.clock(),
): NewJob =>
  newJob(services, {
    jobId: `${PURGE_JOB}:${new Date(dueAt).toISOString().slice(0, 10)}`,
    name: PURGE_JOB,
    payload: {},
    lane: PURGE_JOB,
    dueAt,
  });
