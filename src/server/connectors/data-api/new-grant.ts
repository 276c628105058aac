import type * as Oidc from "openid-client";
import { Fault } from "../../domain/fault.ts";
import { consentOf } from "./consent.ts";
import { type DpopKey, importDpopKey } from "./dpop-key.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

type TokenResponse = Awaited<ReturnType<typeof Oidc.genericGrantRequest>>;

/** The parameter that names the resource of a token request (RFC 8707); empty if the operator declared none. */
export const resourceParameter = ({
  connection: { resource },
}: IssuerClient): Record<string, string> => (resource === null ? {} : { resource });

/** The option that proves possession of the key of a grant's tokens (RFC 9449); empty without a key. */
export const dpopOption = async (
  { oidc, config }: IssuerClient,
  dpopKey: DpopKey | null,
): Promise<{ DPoP?: Oidc.DPoPHandle }> =>
  dpopKey === null ? {} : { DPoP: oidc.getDPoPHandle(config, await importDpopKey(dpopKey)) };

/** The grant of a first token response; `refreshToken` is used if the response has none. */
export const newGrant = (
  { connection, metadata }: IssuerClient,
  tokens: TokenResponse,
  {
    id,
    now,
    dpopKey,
    refreshToken = null,
  }: {
    id: string;
    now: number;
    dpopKey: DpopKey | null;
    refreshToken?: string | null;
  },
): Grant => ({
  id,
  issuer: metadata.issuer,
  subject: tokens.claims()?.sub ?? null,
  clientId: connection.clientId,
  ...accessTokenOf(tokens, now),
  ...consentOf(tokens, now),
  refreshToken: tokens.refresh_token ?? refreshToken,
  dpopKey: tokens.token_type === "dpop" ? dpopKey : null,
  leaseUntil: null,
  pausedUntil: null,
});

/** The access token of a token response, and when it ends. */
export const accessTokenOf = (
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
