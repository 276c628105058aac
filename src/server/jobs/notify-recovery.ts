import { z } from "zod";
import { recoveryMail } from "../documents/mail/user-mails.ts";
import { opaqueId } from "../domain/identifiers.ts";
import { type NewJob, newJob } from "../domain/jobs/job.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import {
  type OpenFailure,
  openNotice,
  type RecoveryNotices,
  recipientDigest,
} from "../domain/outages/failed-sign-in.ts";
import type { Alert } from "../domain/outages/outage.ts";
import type { Services } from "../domain/services.ts";
import { job } from "./job.ts";

/** The name of the job that notifies users of an institution's recovery; stored in the database. */
export const NOTIFY_RECOVERY_JOB = "tell-users";

/** The maximum number of sessions per attempt. */
const MAX_SESSIONS = 100;

/** The lifetime of a recovery mail in ms; a user has given up by then. */
const MAIL_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Sends a webhook and mail for each session whose user could not sign in during an ended outage.
 */
export const notifyRecovery = job({
  name: NOTIFY_RECOVERY_JOB,
  schema: z.strictObject({ institution_id: z.string(), since: z.int(), until: z.int() }),
  async run(payload, context) {
    const { institution_id: institutionId, since, until } = payload;
    const { store, directory } = context;
    if (!directory.has(institutionId)) return { done: true };
    const alerts = await store.alerts.all();
    const count = await store.failedSignIns.take(
      { institutionId, since, until, limit: MAX_SESSIONS },
      (failures) => recoveryNotices(failures, alerts, context),
    );
    const next = newJob(context, { name: NOTIFY_RECOVERY_JOB, lane: NOTIFY_RECOVERY_JOB, payload });
    return { done: true, next: count < MAX_SESSIONS ? [] : [next] };
  },
});

/**
 * Creates a webhook per session, and one mail per address, if the client mails its users and the
 * address has had no mail yet.
 */
function recoveryNotices(
  failures: readonly OpenFailure[],
  alerts: readonly Alert[],
  services: Services,
): RecoveryNotices {
  const { clock, random, directory, webhooks, mailer } = services;
  const jobs: NewJob[] = [];
  const mailed = new Map<string, RecoveryNotices["mailed"][number]>();
  for (const failure of failures) {
    const { clientId, linkSessionId, institutionId, isMailed, brand } = failure;
    const notice = openNotice(services, failure);
    const { webhook, linkToken, clientUserId, email, clientName, language } = notice;
    jobs.push(
      ...webhooks.forClient(
        { clientId, webhook },
        {
          name: "LINK:INSTITUTION_AVAILABLE",
          linkSessionId,
          linkToken,
          institutionId,
          clientUserId,
        },
      ),
    );
    const wantsMails = alerts.some((alert) => alert.clientId === clientId && alert.mailUsers);
    if (email === null || mailer === null || !wantsMails || isMailed) continue;
    const recipient = { clientId, recipientDigest: recipientDigest(services, email) };
    const key = JSON.stringify(recipient);
    if (mailed.has(key)) continue;
    mailed.set(key, recipient);
    const institutionName = directory.get(institutionId).name;
    const mail = recoveryMail(
      services,
      { mailId: opaqueId(random), to: email },
      { institutionName, client: { name: brand.name || clientName, logo: brand.logo }, language },
    );
    jobs.push(mailJob(services, mail, clock() + MAIL_LIFETIME_MS));
  }
  return { jobs, mailed: [...mailed.values()] };
}
