import { z } from "zod";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import { emailDigest } from "../domain/portal-users/email.ts";
import { oneTimePath } from "../domain/portal-users/one-time-address.ts";
import { SIGN_IN_JOB, signInPurpose } from "../domain/portal-users/sign-in-job.ts";
import { signInMail } from "../mails/sign-in-mail.ts";
import { job } from "./job.ts";

/** The pause between two mails to one person, however often somebody asks for them. */
const PAUSE_MS = 60_000;

/** How long a mail is worth sending; what it opens is good for as long. */
const USEFUL_MS = 15 * 60 * 1000;

/** Mails the person of an address what opens the account site; nothing where nobody has it. */
export const sendSignInMail = job({
  name: SIGN_IN_JOB,
  schema: z.strictObject({
    mail_id: z.string(),
    sealed_email: z.string(),
    language: z.enum(LANGUAGES),
  }),
  async run({ mail_id, sealed_email, language }, context) {
    const { clock, store, vault } = context;
    const now = clock();
    const email = vault.open(signInPurpose(mail_id), sealed_email);
    const person = await store.portalUsers.byEmailDigest(emailDigest(context, email));
    if (!person) return { done: true };
    const path = oneTimePath(context, { itemId: null, personId: person.personId });
    const mail = signInMail(context, { mailId: mail_id, to: email }, { path, language });
    // Both or neither: a second attempt finds that a mail is noted, and must find the mail, too.
    await store.transact(async ({ portalUsers, jobs }) => {
      if (await portalUsers.recordMail(person.personId, now, now - PAUSE_MS))
        await jobs.add([mailJob(context, mail, now + USEFUL_MS)]);
    });
    return { done: true };
  },
});
