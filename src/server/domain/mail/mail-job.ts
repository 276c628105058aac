import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { Mail } from "./mailer.ts";

/** The name of the job that sends a mail. */
export const MAIL_JOB = "send-mail";

/** The purpose for which a mail is sealed, since it has an address and a secret link or code. */
export const mailPurpose = (mailId: string): string => `mail:${mailId}`;

/**
 * Creates the job that sends a mail, with retries until the mail becomes useless, in ms since 1970.
 * The stored mail is sealed.
 */
export const mailJob = (
  services: Pick<Runtime, "clock" | "random" | "vault">,
  mail: Mail,
  until: number,
): NewJob =>
  newJob(services, {
    jobId: `${MAIL_JOB}:${mail.mailId}`,
    name: MAIL_JOB,
    lane: MAIL_JOB,
    payload: {
      mail_id: mail.mailId,
      sealed_mail: services.vault.seal(mailPurpose(mail.mailId), JSON.stringify(mail)),
      until,
    },
  });
