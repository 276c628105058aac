import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Language } from "../../../protocol/vocabulary.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";

/** A typed mail address. Comparisons ignore case and surrounding spaces. */
export const EmailAddress = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email("must be a mail address, such as ann@mail.example"));

export const emailDigest = ({ vault }: Pick<Runtime, "vault">, email: string): string =>
  createHmac("sha256", vault.key("person-email")).update(email).digest("base64url");

/** Seals an address under its digest. */
export const sealEmail = ({ vault }: Pick<Runtime, "vault">, email: string): string =>
  vault.seal("person-email", email);

/** The address of a person. */
export const openEmail = (
  { vault }: Pick<Runtime, "vault">,
  { sealedEmail }: { sealedEmail: string },
): string => vault.open("person-email", sealedEmail);

/** The name of the job that finds the owner of an address and mails them. */
export const SIGN_IN_JOB = "send-sign-in-mail";

/** The purpose for which the typed address is sealed. */
export const signInPurpose = (mailId: string): string => `sign-in-email:${mailId}`;

/**
 * Creates the job of a mail that opens the account site. Every address gets such a job, so that
 * neither the response nor its time reveals whether an address is registered.
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
