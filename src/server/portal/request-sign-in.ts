import { z } from "zod";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { opaqueId } from "../domain/identifiers.ts";
import type { Limit } from "../domain/limits/rate-limits.ts";
import { EmailAddress, emailDigest, signInJob } from "../domain/portal-users/email.ts";
import type { Services } from "../domain/services.ts";
import { requireMailer } from "./require-mailer.ts";

export const SignInRequest = z.strictObject({ email: EmailAddress, language: z.enum(LANGUAGES) });

/** How many mails may be requested from one network, and for one address. */
const REQUESTS: Limit = { perMinute: 5, code: "RATE_LIMIT" };

/**
 * Sends a mail that opens the account site if the address is confirmed, without revealing whether it is. `address` is
 * the network of the request.
 */
export const requestSignIn = async (
  { email, language }: z.output<typeof SignInRequest>,
  address: string,
  services: Services,
): Promise<void> => {
  requireMailer(services);
  const { limiter, random, store } = services;
  await limiter.pass(`account-mail from ${address}`, REQUESTS);
  await limiter.pass(`account-mail to ${emailDigest(services, email)}`, REQUESTS);
  await store.jobs.add([signInJob(services, { mailId: opaqueId(random), email, language })]);
};
