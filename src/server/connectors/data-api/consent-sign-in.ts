import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { MAX_URL_CHARACTERS } from "./authorization.ts";
import type { RequestedConsent } from "./consent-request.ts";
import { valueAt } from "./dialect.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

/** The state of a consent that is authorized without OAuth, until its user is back: a login's progress. */
const ConsentProgress = z.strictObject({
  issuer: z.string(),
  consentId: z.string(),
  /** Whether no Item has the consent. */
  isNew: z.boolean(),
  redirectUri: z.string(),
});
type ConsentProgress = z.infer<typeof ConsentProgress>;

/** The address of the bank's site at which a user authorizes a consent, and the progress to continue from. */
export const startAtSite = (
  client: IssuerClient,
  { id: consentId, isNew, body }: RequestedConsent,
  redirectUri: string,
): { url: string; progress: string } => {
  const { connection, dialect, metadata } = client;
  const { request } = dialect.consent;
  const link = request?.site?.map((place) => valueAt(body, place)).find(isText);
  const url = link === undefined ? null : URL.parse(link, `${connection.dataUrl}${request?.path}`);
  const schemes = connection.issuer.startsWith("http:") ? ["https:", "http:"] : ["https:"];
  if (!url || !schemes.includes(url.protocol) || url.href.length > MAX_URL_CHARACTERS)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error(
        `the consent has no https link at ${request?.site?.join(" or ")}: its users authorize it by another approach`,
      ),
    });
  const progress = { issuer: metadata.issuer, consentId, isNew, redirectUri };
  return { url: url.href, progress: JSON.stringify(progress satisfies ConsentProgress) };
};

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/**
 * The grant of a consent whose user is back, which they may have refused: only the bank's status tells. Throws
 * OAUTH_ISSUER_MISMATCH if the callback came to another institution's redirect URI.
 */
export const finishAtSite = (
  client: IssuerClient,
  progress: string,
  { id, returnPath }: { id: string; returnPath: string },
): { grant: Grant; isNew: boolean } => {
  const { issuer, redirectUri, isNew } = ConsentProgress.parse(JSON.parse(progress));
  if (issuer !== client.metadata.issuer || new URL(redirectUri).pathname !== returnPath)
    throw new Fault("OAUTH_ISSUER_MISMATCH");
  return { grant: consentGrant(client, progress, id), isNew };
};

/** The grant of a new consent whose sign-in is given up; null for a consent that an Item has. */
export const abandonedGrant = (client: IssuerClient, progress: string): Grant | null => {
  const { isNew } = ConsentProgress.parse(JSON.parse(progress));
  return isNew ? consentGrant(client, progress, "abandoned") : null;
};

/** The grant of a consent without a token. */
const consentGrant = ({ connection }: IssuerClient, progress: string, id: string): Grant => {
  const { issuer, consentId } = ConsentProgress.parse(JSON.parse(progress));
  return {
    ...{ id, issuer, consentId, clientId: connection.clientId },
    ...{ subject: null, accessToken: null, expiresAt: null, refreshToken: null, dpopKey: null },
    ...{ leaseUntil: null, pausedUntil: null, consentExpiresAt: null },
  };
};
