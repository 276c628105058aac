import { opaqueId } from "../domain/identifiers.ts";
import type { NewJob } from "../domain/jobs/job.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import type { Alert } from "../domain/outages/alert.ts";
import type { OutageChange } from "../domain/outages/outage.ts";
import type { Services } from "../domain/services.ts";
import { outageMail } from "../mails/outage-mail.ts";

/** After this nobody wants to hear of it by mail. */
const MAIL_LIFETIME_MS = 6 * 60 * 60 * 1000;

/** The webhooks and mails that say that an outage began or ended, to whom clients have named for it. */
export const alertJobs = (
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
