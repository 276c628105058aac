import { z } from "zod";
import type { Language, Product } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { consentOf } from "./consent.ts";
import { createDpopKey, DpopKey, importDpopKey } from "./dpop-key.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { describe } from "./refusals.ts";
import { scopesFor } from "./scopes.ts";

/** What has to be remembered of an authorization request until the user is back: a login's progress. */
const Progress = z.strictObject({
  issuer: z.string(),
  redirectUri: z.string(),
  verifier: z.string(),
  /** Null where no ID token is asked for. */
  nonce: z.string().nullable(),
  dpopKey: DpopKey.nullable(),
});

type Request = {
  state: string;
  redirectUri: string;
  products: readonly Product[];
  /** The user's, for the institution's pages. */
  language?: Language | undefined;
};

/**
 * The address at which a user authorizes the connection, and the progress to go on from: an authorization
 * code, with PKCE, state and nonce; pushed, and bound to a key, where the issuer offers that.
 */
export const startAuthorization = async (
  { oidc, config, metadata, connection, bindsToKey }: IssuerClient,
  { state, redirectUri, products, language }: Request,
): Promise<{ url: string; progress: string }> => {
  const scopes = connection.scopes ?? scopesFor(metadata.scopes_supported, products);
  const nonce = scopes.includes("openid") ? oidc.randomNonce() : null;
  const verifier = oidc.randomPKCECodeVerifier();
  const dpopKey = bindsToKey ? await createDpopKey() : null;
  const DPoP = dpopKey && oidc.getDPoPHandle(config, await importDpopKey(dpopKey));
  const parameters = {
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(nonce !== null && { nonce }),
    ...(language && { ui_locales: language }),
    // OpenID Connect Core 11: without it, offline access may be ignored.
    ...(scopes.includes("offline_access") && { prompt: "consent" }),
    ...(connection.resource !== null && { resource: connection.resource }),
    ...(DPoP && { dpop_jkt: await DPoP.calculateThumbprint() }),
  };
  const url =
    metadata.pushed_authorization_request_endpoint === undefined
      ? oidc.buildAuthorizationUrl(config, parameters)
      : await oidc.buildAuthorizationUrlWithPAR(config, parameters, DPoP ? { DPoP } : {});
  const { issuer } = metadata;
  const progress = { issuer, redirectUri, verifier, nonce, dpopKey };
  return { url: url.href, progress: JSON.stringify(progress satisfies z.infer<typeof Progress>) };
};

/**
 * Exchanges the code that a user came back with for a grant. Throws OAUTH_ISSUER_MISMATCH where another
 * issuer answered than the one that was asked (a mix-up attack, RFC 9207), OAUTH_CODE_EXPIRED for a code
 * that is no longer good.
 */
export const finishAuthorization = async (
  { oidc, config, metadata, connection }: IssuerClient,
  progress: string,
  parameters: Readonly<Record<string, string>>,
  { id, clock }: { id: string; clock: () => number },
): Promise<Grant> => {
  const { issuer, redirectUri, verifier, nonce, dpopKey } = Progress.parse(JSON.parse(progress));
  const isNamed = metadata.authorization_response_iss_parameter_supported === true;
  const { iss = isNamed ? "" : issuer } = parameters;
  if (issuer !== metadata.issuer || iss !== issuer) throw new Fault("OAUTH_ISSUER_MISMATCH");
  const returnUrl = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) returnUrl.searchParams.set(name, value);
  const DPoP = dpopKey && oidc.getDPoPHandle(config, await importDpopKey(dpopKey));
  const tokens = await oidc
    .authorizationCodeGrant(
      config,
      returnUrl,
      { pkceCodeVerifier: verifier, ...(nonce !== null && { expectedNonce: nonce }) },
      connection.resource === null ? undefined : { resource: connection.resource },
      DPoP ? { DPoP } : {},
    )
    .catch((failure: unknown) => {
      // The code itself: it was used, or took longer than the issuer waits.
      if (failure instanceof oidc.ResponseBodyError && failure.error === "invalid_grant")
        throw new Fault("OAUTH_CODE_EXPIRED", { cause: describe(failure) });
      throw failure;
    });
  return {
    id,
    issuer,
    subject: tokens.claims()?.sub ?? null,
    ...tokensOf(tokens, clock()),
    ...consentOf(tokens, clock()),
    refreshToken: tokens.refresh_token ?? null,
    dpopKey: tokens.token_type === "dpop" ? dpopKey : null,
    leaseUntil: null,
    pausedUntil: null,
  };
};

/** What a token response says of its access token. */
export const tokensOf = (
  { access_token, expires_in }: { access_token: string; expires_in?: number | undefined },
  now: number,
): Pick<Grant, "accessToken" | "expiresAt"> => ({
  accessToken: access_token,
  expiresAt: expires_in === undefined ? null : now + expires_in * 1000,
});
