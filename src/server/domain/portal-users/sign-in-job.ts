import type { Language } from "../../../protocol/vocabulary.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";

/** The name of the job that looks who has an address, and has a mail sent to them. */
export const SIGN_IN_JOB = "send-sign-in-mail";

/** The purpose under which the address is sealed that somebody typed. */
export const signInPurpose = (mailId: string): string => `sign-in-email:${mailId}`;

/**
 * The job of a mail that opens the account site. It is the same for every address, so that nobody learns
 * from the answer, or from how long it takes, whether somebody has it.
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
