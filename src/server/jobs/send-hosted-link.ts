import { z } from "zod";
import { hostedLinkMail } from "../documents/mail/user-mails.ts";
import {
  findHostedLink,
  HOSTED_MAIL_JOB,
  hostedMailPurpose,
  readSecret,
} from "../domain/link/hosted-link.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import { job } from "./job.ts";

const StoredMail = z.object({ to: z.string(), url: z.string() });

/**
 * Writes the mail of a hosted link, which another job sends; none for an ended link or removed
 * client.
 */
export const sendHostedLink = job({
  name: HOSTED_MAIL_JOB,
  schema: z.strictObject({
    /** A client's move to another cell takes the job along by this id. */
    client_id: z.string(),
    mail_id: z.string(),
    sealed_mail: z.string(),
    until: z.int(),
  }),
  async run({ mail_id, sealed_mail, until }, context) {
    const text = context.vault.open(hostedMailPurpose(mail_id), sealed_mail);
    const { to, url } = StoredMail.parse(JSON.parse(text));
    const found = await findHostedLink(context, readSecret(url));
    if (!found) return { done: true };
    const { clientId, config, expiresAt } = found.record;
    const brand = await context.store.brands.of(clientId);
    const mail = hostedLinkMail(
      context,
      { mailId: mail_id, to },
      {
        url,
        expiresAt,
        client: { name: brand?.name || config.clientName, logo: brand?.logo ?? null },
        language: config.language,
      },
    );
    await context.store.jobs.add([mailJob(context, mail, until)]);
    return { done: true };
  },
});
