import { z } from "zod";
import { backoffWithJitter } from "../domain/jobs/retry-schedule.ts";
import { MAIL_JOB, mailPurpose } from "../domain/mail/mail-job.ts";
import { MailFailure } from "../domain/mail/mailer.ts";
import { job } from "./job.ts";

const StoredMail = z.strictObject({
  mailId: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  optOutUrl: z.string().optional(),
  logo: z.string().optional(),
});

/**
 * Sends a mail, with backoff and jitter, until the mail server accepts it or the mail is outdated.
 */
export const sendMail = job({
  name: MAIL_JOB,
  schema: z.strictObject({ mail_id: z.string(), sealed_mail: z.string(), until: z.int() }),
  async run(
    { mail_id, sealed_mail, until },
    { clock, random, store, vault, mailer, job: { attempts } },
  ) {
    if (clock() >= until) return { gaveUp: "it was not sent in time" };
    if (mailer === null) return { gaveUp: "this process has no SMTP_URL" };
    const mail = StoredMail.parse(JSON.parse(vault.open(mailPurpose(mail_id), sealed_mail)));
    try {
      // Without the original logo, which may have changed since, the mail has none.
      await mailer.send(mail, mail.logo ? await store.brands.logo(mail.logo) : null);
      return { done: true };
    } catch (failure) {
      if (!(failure instanceof MailFailure)) throw failure;
      if (failure.isFinal) return { gaveUp: failure.message };
      return { retryAt: Math.min(clock() + backoffWithJitter(attempts, random), until) };
    }
  },
});
