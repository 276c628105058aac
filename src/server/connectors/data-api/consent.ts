import { Fault } from "../../domain/fault.ts";
import type { Data } from "./data.ts";
import { endOf, FdxConsent } from "./fdx/consent.ts";
import type { Grant } from "./grant.ts";

/** What a token response says of the consent behind it. */
type ConsentReference = Pick<Grant, "consentId" | "consentExpiresAt">;

/**
 * The consent that a token response names, beside the tokens or in the access token where that is a JWT:
 * `fdxConsentId`, and where the response has it, `sharing_expires_at` in seconds since 1970.
 */
export const consentOf = (
  tokens: { access_token: string; [field: string]: unknown },
  now: number,
): ConsentReference => {
  const claims = { ...claimsOf(tokens.access_token), ...tokens };
  const { fdxConsentId: id, sharing_expires_at: end } = claims;
  return {
    consentId: typeof id === "string" && id !== "" && id.length <= 256 ? id : null,
    consentExpiresAt: typeof end === "number" ? laterThan(now, Math.trunc(end * 1000)) : null,
  };
};

/** The latest moment that a date can be. */
const LATEST = 8.64e15;

const laterThan = (now: number, end: number): number | null =>
  end > now && end <= LATEST ? end : null;

/** What an access token says of itself; nothing is believed of it that the institution is not asked for. */
function claimsOf(accessToken: string): Record<string, unknown> {
  const [, payload = ""] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(accessToken) ?? [];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return typeof claims === "object" && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

/** When the user's consent ends, by the institution's own word; null where it does not say. */
export const readConsentEnd = async (
  data: Data,
  { consentId, consentExpiresAt }: ConsentReference,
  now: number,
): Promise<number | null> => {
  if (consentId === null) return consentExpiresAt;
  try {
    const consent = await data.get(`/consents/${encodeURIComponent(consentId)}`, FdxConsent);
    return (consent && endOf(consent, now)) ?? consentExpiresAt;
  } catch (failure) {
    // Nobody fails to sign in because of it.
    if (failure instanceof Fault) return consentExpiresAt;
    throw failure;
  }
};
