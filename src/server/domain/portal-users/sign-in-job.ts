import type { Language } from "../../../protocol/vocabulary.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";

/** The name of the job that looks up the owner of an address, and sends them a mail. */
export const SIGN_IN_JOB = "send-sign-in-mail";

/** The purpose under which the typed address is sealed. */
export const signInPurpose = (mailId: string): string => `sign-in-email:${mailId}`;

/**
 * Creates the job of a mail that opens the account site. It is the same for every address, so that neither
 * the response nor its time reveals whether an address is registered.
 */
export const signInJob = (
  services: Pick<Runtime, "clock" | "random" | "vault">,
  { mailId, email, language }: { mailId: string; email: string; language: Language },
): NewJob =>
  newJob(services, {
    name: SIGN_IN_JOB,
    lane: SIGN_IN_JOB,
    payload: {
      mail_id: mailId,
      sealed_email: services.vault.seal(signInPurpose(mailId), email),
      language,
    },
  });
