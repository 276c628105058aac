import { createHmac } from "node:crypto";
import { digest, newToken, opaqueId, type Random } from "../identifiers.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { LinkDeps } from "./deps.ts";
import type { HostedLink, LinkToken } from "./link-session.ts";

/** The page of hosted Link. Its secret is after the `#`, which browsers send to no server. */
export const HOSTED_PATH = "/hosted";

/** 62 to the power of 43 is more than 2 to the power of 256. */
const SECRET_LENGTH = 43;

/** Creates the secret of a hosted link. */
export const newHostedSecret = (random: Random): string => opaqueId(random, SECRET_LENGTH);

/** Returns the random bytes from which the link token of a secret is made, so that the store has no secret. */
export const hostedRandom =
  ({ vault }: Pick<Runtime, "vault">, secret: string): Random =>
  (count) =>
    createHmac("sha256", vault.key("hosted-link")).update(secret).digest().subarray(0, count);

/** Returns the address that opens the link token of a secret. */
export const hostedUrl = (origin: string, secret: string): string =>
  `${origin}${HOSTED_PATH}#${secret}`;

/** Returns the secret in a hosted link's address. */
export const readSecret = (url: string): string => new URL(url).hash.slice(1);

type FoundLink = { token: string; record: LinkToken; hosted: HostedLink };

type FindDeps = Pick<Runtime, "environment" | "vault"> & Pick<LinkDeps, "store">;

/** Finds the hosted link token of a secret, and the token itself, also for days after its end; null if there is none. */
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

/** Finds the hosted link token of a secret as long as it is valid. */
export const findHostedLink = async (
  services: FindDeps & Pick<Runtime, "clock">,
  secret: string,
): Promise<FoundLink | null> => {
  const found = await findPastHostedLink(services, secret);
  return found && services.clock() < found.record.expiresAt ? found : null;
};

/** The name of the job that mails a hosted link. */
export const HOSTED_MAIL_JOB = "send-hosted-link";

/** The receiver and the address of a mail with a hosted link; its words follow from the link token. */
export type HostedMail = { to: string; url: string };

/** The purpose under which those are sealed, since they have an address and a secret. */
export const hostedMailPurpose = (mailId: string): string => `hosted-link-mail:${mailId}`;

/** Creates the job that mails a hosted link, until its end. */
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
