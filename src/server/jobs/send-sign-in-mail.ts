import { z } from "zod";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { signInMail } from "../documents/mail/user-mails.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import { emailDigest, SIGN_IN_JOB, signInPurpose } from "../domain/portal-users/email.ts";
import { oneTimePath } from "../domain/portal-users/one-time-address.ts";
import { job } from "./job.ts";

/** The minimum pause between two mails to a person, in ms, whatever the number of requests. */
const PAUSE_MS = 60_000;

/** How long a mail is worth sending, in ms: as long as its one-time address works. */
const USEFUL_MS = 15 * 60 * 1000;

/** Mails a one-time address of the account site to the owner of an address, if registered. */
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
    // One transaction, since a second attempt that finds the mail's record must also find the mail.
    await store.transact(async ({ portalUsers, jobs }) => {
      if (await portalUsers.recordMail(person.personId, now, now - PAUSE_MS))
        await jobs.add([mailJob(context, mail, now + USEFUL_MS)]);
    });
    return { done: true };
  },
});
