import { z } from "zod";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { hostedLinkMail } from "../documents/mail/user-mails.ts";
import {
  findHostedLink,
  HOSTED_MAIL_JOB,
  hostedMailPurpose,
  secretOf,
} from "../domain/link/hosted-link.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import { job } from "./job.ts";

const StoredMail = z.strictObject({
  to: z.string(),
  url: z.string(),
  clientName: z.string(),
  language: z.enum(LANGUAGES),
});

/** Writes the mail with a hosted link, which another job sends; none if the link has ended, or its client is removed. */
export const sendHostedLink = job({
  name: HOSTED_MAIL_JOB,
  schema: z.strictObject({ mail_id: z.string(), sealed_mail: z.string(), until: z.int() }),
  async run({ mail_id, sealed_mail, until }, context) {
    const text = context.vault.open(hostedMailPurpose(mail_id), sealed_mail);
    const { to, ...link } = StoredMail.parse(JSON.parse(text));
    if (!(await findHostedLink(context, secretOf(link.url)))) return { done: true };
    const mail = hostedLinkMail(context, { mailId: mail_id, to }, link);
    await context.store.jobs.add([mailJob(context, mail, until)]);
    return { done: true };
  },
});
