import { createHmac } from "node:crypto";
import { digest, newToken, opaqueId, type Random } from "../identifiers.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { LinkDeps } from "./deps.ts";
import type { HostedLink, LinkToken } from "./link-session.ts";

/** The path of hosted Link. The secret follows the `#`, which browsers send to no server. */
export const HOSTED_PATH = "/hosted";

/** 62^43 is more than 2^256. */
const SECRET_LENGTH = 43;

export const newHostedSecret = (random: Random): string => opaqueId(random, SECRET_LENGTH);

/** Returns the random bytes of a secret's link token, so that the store needs no secret. */
export const hostedRandom =
  ({ vault }: Pick<Runtime, "vault">, secret: string): Random =>
  (count) =>
    createHmac("sha256", vault.key("hosted-link")).update(secret).digest().subarray(0, count);

/** Returns the address that opens a secret's link token. */
export const hostedUrl = (origin: string, secret: string): string =>
  `${origin}${HOSTED_PATH}#${secret}`;

/** Returns the secret in a hosted link's address. */
export const readSecret = (url: string): string => new URL(url).hash.slice(1);

type FoundLink = { token: string; record: LinkToken; hosted: HostedLink };

type FindDeps = Pick<Runtime, "environment" | "vault"> & Pick<LinkDeps, "store">;

/**
 * Finds a secret's hosted link token and its record, also for days after the token's end; null for
 * an unknown secret.
 */
export const findPastHostedLink = async (
  services: FindDeps,
  secret: string,
): Promise<FoundLink | null> => {
  const token = newToken("link", {
    environment: services.environment,
    random: hostedRandom(services, secret),
  });
  const record = await services.store.linkTokens.byDigest(digest(token));
  const hosted = record?.details.hosted;
  return record && hosted ? { token, record, hosted } : null;
};

/** Finds a secret's hosted link token while the token is valid. */
export const findHostedLink = async (
  services: FindDeps & Pick<Runtime, "clock">,
  secret: string,
): Promise<FoundLink | null> => {
  const found = await findPastHostedLink(services, secret);
  return found && services.clock() < found.record.expiresAt ? found : null;
};

/** The name of the job that mails a hosted link. */
export const HOSTED_MAIL_JOB = "send-hosted-link";

/** The recipient and address in a mail with a hosted link. The link token determines the words. */
export type HostedMail = { to: string; url: string };

/** The purpose for which a mail's recipient and address are sealed. */
export const hostedMailPurpose = (mailId: string): string => `hosted-link-mail:${mailId}`;

/** Creates the job that mails a hosted link, with retries until the link ends. */
export const hostedMailJob = (
  services: Pick<Runtime, "clock" | "random" | "vault">,
  { clientId, ...mail }: HostedMail & { clientId: string },
  until: number,
): NewJob => {
  const mailId = opaqueId(services.random);
  return newJob(services, {
    name: HOSTED_MAIL_JOB,
    lane: HOSTED_MAIL_JOB,
    payload: {
      client_id: clientId,
      mail_id: mailId,
      sealed_mail: services.vault.seal(hostedMailPurpose(mailId), JSON.stringify(mail)),
      until,
    },
  });
};
