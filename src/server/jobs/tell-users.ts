import { z } from "zod";
import { opaqueId } from "../domain/identifiers.ts";
import { type NewJob, newJob } from "../domain/jobs/job.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import type { Alert } from "../domain/outages/alert.ts";
import {
  type OpenFailure,
  openNotice,
  type RecoveryNotices,
  recipientDigest,
} from "../domain/outages/failed-sign-in.ts";
import type { Services } from "../domain/services.ts";
import { recoveryMail } from "../mails/recovery-mail.ts";
import { job } from "./job.ts";

/** The name of the job that tells users that an institution works again. */
export const TELL_USERS_JOB = "tell-users";

/** How many sessions are told of at once. */
const MOST = 100;

/** After this nobody is about to connect an account any more. */
const MAIL_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Tells of each session whose user could not sign in, during an outage that is over. */
export const tellUsers = job({
  name: TELL_USERS_JOB,
  schema: z.strictObject({ institution_id: z.string(), since: z.int(), until: z.int() }),
  async run(payload, context) {
    const { institution_id: institutionId, since, until } = payload;
    const { store, directory } = context;
    if (!directory.has(institutionId)) return { done: true };
    const alerts = await store.alerts.all();
    const count = await store.failedSignIns.take(
      { institutionId, since, until, most: MOST },
      (failures) => tellingOf(failures, alerts, context),
    );
    const next = newJob(context, { name: TELL_USERS_JOB, lane: TELL_USERS_JOB, payload });
    return { done: true, next: count < MOST ? [] : [next] };
  },
});

/**
 * A webhook for each session; a mail for each address, of those clients that want their users mailed, unless one
 * went to it before.
 */
function tellingOf(
  failures: readonly OpenFailure[],
  alerts: readonly Alert[],
  services: Services,
): RecoveryNotices {
  const { clock, random, directory, webhooks, mailer } = services;
  const jobs: NewJob[] = [];
  const mailed = new Map<string, RecoveryNotices["mailed"][number]>();
  for (const failure of failures) {
    const { clientId, linkSessionId, institutionId, isMailed } = failure;
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
      { institutionName, clientName, language },
    );
    jobs.push(mailJob(services, mail, clock() + MAIL_LIFETIME_MS));
  }
  return { jobs, mailed: [...mailed.values()] };
}
