import { jwtClaims } from "../../domain/jwt-claims.ts";
import type { Dialect } from "./dialect.ts";
import type { Grant } from "./grant.ts";

/** The consent that a token response refers to. */
type ConsentReference = Pick<Grant, "consentId" | "consentExpiresAt">;

/**
 * Reads the consent in a token response or its JWT access token: its id, and its end in seconds
 * since 1970 if present.
 */
export const toConsent = (
  { consent: { inTokens } }: Pick<Dialect, "consent">,
  tokens: { access_token: string; [field: string]: unknown },
  now: number,
): ConsentReference => {
  // The claims are unverified, since they only serve to query the institution.
  const claims: Record<string, unknown> = { ...jwtClaims(tokens.access_token), ...tokens };
  const id = inTokens === null ? undefined : claims[inTokens.id];
  const end = inTokens === null ? undefined : claims[inTokens.end];
  return {
    consentId: typeof id === "string" && id !== "" && id.length <= 256 ? id : null,
    consentExpiresAt: typeof end === "number" ? futureOrNull(now, Math.trunc(end * 1000)) : null,
  };
};

/** The latest time with a year of four digits, in ms since 1970. */
const MAX_DATE_MS = Date.parse("9999-12-31T00:00:00Z");

/** The end of a consent; null if past, or implausibly far away. */
export const futureOrNull = (now: number, end: number): number | null =>
  end > now && end <= MAX_DATE_MS ? end : null;
