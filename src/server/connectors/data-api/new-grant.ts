import type * as Oidc from "openid-client";
import type { ImportedUser } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { toConsent } from "./consent.ts";
import { createDpopKey, type DpopKey, type Grant, importDpopKey } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { oauthErrorOf, redactError } from "./refusals.ts";
import { isBoundAsRequired, unboundToken } from "./security-profile.ts";

type TokenResponse = Awaited<ReturnType<typeof Oidc.genericGrantRequest>>;

/** The resource parameter of a token request (RFC 8707); empty if none is declared. */
export const resourceParameter = ({
  connection: { resource },
}: IssuerClient): Record<string, string> => (resource === null ? {} : { resource });

/** The option that proves possession of a grant's key (RFC 9449); empty without a key. */
export const dpopOption = async (
  { oidc, config }: IssuerClient,
  dpopKey: DpopKey | null,
): Promise<{ DPoP?: Oidc.DPoPHandle }> =>
  dpopKey === null ? {} : { DPoP: oidc.getDPoPHandle(config, await importDpopKey(dpopKey)) };

/** The grant of a first token response. `refreshToken` is used if the response has none. */
export const newGrant = (
  client: IssuerClient,
  tokens: TokenResponse,
  {
    id,
    now,
    dpopKey,
    refreshToken = null,
    consentId = null,
  }: {
    id: string;
    now: number;
    dpopKey: DpopKey | null;
    refreshToken?: string | null;
    /** The consent that the client has created; null if the tokens name it. */
    consentId?: string | null;
  },
): Grant => {
  const { connection, dialect, metadata } = client;
  if (!isBoundAsRequired(client, tokens, dpopKey))
    throw new Fault("UNSUPPORTED_RESPONSE", { cause: unboundToken(connection, dpopKey) });
  return {
    id,
    issuer: metadata.issuer,
    subject: tokens.claims()?.sub ?? null,
    clientId: connection.clientId,
    ...toAccessToken(tokens, now),
    ...toConsent(dialect, tokens, now),
    ...(consentId !== null && { consentId }),
    refreshToken: tokens.refresh_token ?? refreshToken,
    dpopKey: tokens.token_type === "dpop" ? dpopKey : null,
    leaseUntil: null,
    pausedUntil: null,
    isImported: false,
    missing: {},
  };
};

/** The access token of a token response, with its expiry. */
export const toAccessToken = (
  { access_token, expires_in }: { access_token: string; expires_in?: number | undefined },
  now: number,
): Pick<Grant, "accessToken" | "expiresAt"> => {
  if (!/^[\x21-\x7e]+$/.test(access_token))
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error("the access token has characters that no header may have"),
    });
  const expiresAt = expires_in === undefined ? null : now + expires_in * 1000;
  return { accessToken: access_token, expiresAt };
};

/**
 * The grant of a partner's user: `authToken` is a refresh token of the issuer for this client, and
 * `userId` the user's subject. Throws INVALID_CREDENTIALS for an invalid token, or another user's.
 */
export const importGrant = async (
  client: IssuerClient,
  { userId, authToken }: ImportedUser,
  { id, clock }: { id: string; clock: () => number },
): Promise<Grant> => {
  const { oidc, config, bindsToKey } = client;
  const dpopKey = bindsToKey ? await createDpopKey() : null;
  const proof = await dpopOption(client, dpopKey);
  const tokens = await oidc
    .refreshTokenGrant(config, authToken, resourceParameter(client), proof)
    .catch((failure: unknown) => {
      if (oauthErrorOf(failure) !== "invalid_grant") throw failure;
      throw new Fault("INVALID_CREDENTIALS", { cause: redactError(failure) });
    });
  const grant = newGrant(client, tokens, {
    id,
    now: clock(),
    dpopKey,
    refreshToken: authToken,
  });
  // Without an ID token the subject is only the partner's claim, and is not stored as the issuer's.
  if (grant.subject === null || grant.subject === userId) return grant;
  throw new Fault("INVALID_CREDENTIALS", {
    message: "the auth_token is another user's, and is used up",
  });
};
