import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { Data } from "./data.ts";
import { type Dialect, fillPath, valueAt } from "./dialect.ts";
import type { Grant } from "./grant.ts";

/** The consent that a token response refers to. */
type ConsentReference = Pick<Grant, "consentId" | "consentExpiresAt">;

/**
 * Reads the consent from a token response or its JWT access token: its id, and, if present, its end in seconds
 * since 1970.
 */
export const consentOf = (
  { consent: { inTokens } }: Pick<Dialect, "consent">,
  tokens: { access_token: string; [field: string]: unknown },
  now: number,
): ConsentReference => {
  const claims: Record<string, unknown> = { ...claimsOf(tokens.access_token), ...tokens };
  const id = inTokens === null ? undefined : claims[inTokens.id];
  const end = inTokens === null ? undefined : claims[inTokens.end];
  return {
    consentId: typeof id === "string" && id !== "" && id.length <= 256 ? id : null,
    consentExpiresAt: typeof end === "number" ? futureOrNull(now, Math.trunc(end * 1000)) : null,
  };
};

/** The last time that a Date can represent, in ms since 1970. */
const MAX_DATE_MS = Date.parse("9999-12-31T00:00:00Z");

const futureOrNull = (now: number, end: number): number | null =>
  end > now && end <= MAX_DATE_MS ? end : null;

/** The claims of an access token that is a JWT; unverified, since they only serve to query the institution. */
function claimsOf(accessToken: string): Record<string, unknown> {
  const [, payload = ""] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(accessToken) ?? [];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return typeof claims === "object" && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

/** The end of the user's consent as the institution states it, in ms since 1970; null if it states none. */
export const readConsentEnd = async (
  { consent: { record } }: Pick<Dialect, "consent">,
  data: Data,
  { consentId, consentExpiresAt }: ConsentReference,
  now: number,
): Promise<number | null> => {
  if (consentId === null || record === null) return consentExpiresAt;
  try {
    const consent = await data.get(fillPath(record.path, { consentId }), z.object({}).loose());
    return (consent && consentEndOf(valueAt(consent, record.end), now)) ?? consentExpiresAt;
  } catch (failure) {
    // A sign-in does not fail for want of this date.
    if (failure instanceof Fault) return consentExpiresAt;
    throw failure;
  }
};

/** The latest end that is written with a year of four digits. */
const MAX_END = Date.parse("9999-12-31T00:00:00Z");

/** The end of a consent, in ms since 1970; null if it names no time, or one that has passed. */
const consentEndOf = (expirationTime: unknown, now: number): number | null => {
  const end = typeof expirationTime === "string" ? Date.parse(expirationTime) : Number.NaN;
  return end > now && end <= MAX_END ? end : null;
};
