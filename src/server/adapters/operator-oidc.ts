import type * as Oidc from "openid-client";
import { z } from "zod";
import type { OperatorIdentity } from "../domain/dashboard/operator.ts";
import { isOutboundHost, type OutboundHosts } from "../domain/outbound-hosts.ts";

/** The settings of an identity provider, and the operators that may sign in. */
type OidcOptions = {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which only PKCE protects. */
  clientSecret: string | undefined;
  allowed: readonly string[];
  /** The allowed hosts of the provider, in addition to its issuer's host. */
  outboundHosts: OutboundHosts;
};

/** The time after which the provider's metadata is read again. */
const METADATA_LIFETIME_MS = 60 * 60 * 1000;
const TIMEOUT_SECONDS = 10;

const Progress = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() });
const Claims = z.object({ email: z.string().max(254), email_verified: z.literal(true) });

/**
 * Operators' sign-in by OpenID Connect: the authorization code flow with PKCE, state and nonce.
 * Checks the ID token's signature, issuer, audience and time. Also checks `iss` of the callback, if
 * the provider sends `iss`.
 */
export const createOperatorOidc = (
  settings: OidcOptions,
  clock: () => number,
): OperatorIdentity => {
  let client: { config: Promise<Oidc.Configuration>; readAt: number } | null = null;
  const configuration = (oidc: typeof Oidc): Promise<Oidc.Configuration> => {
    if (client && clock() - client.readAt < METADATA_LIFETIME_MS) return client.config;
    const current = { config: discover(oidc, settings), readAt: clock() };
    client = current;
    current.config.catch(() => {
      // The next sign-in tries again.
      if (client === current) client = null;
    });
    return current.config;
  };
  return {
    issuer: settings.issuer,
    allowed: settings.allowed,

    start: async (redirectUri) => {
      const oidc = await library();
      const config = await configuration(oidc);
      const progress = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid email",
        state: progress.state,
        nonce: progress.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(progress.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, progress: JSON.stringify(progress) };
    },

    finish: async (returnUrl, text) => {
      const oidc = await library();
      const config = await configuration(oidc);
      const { state, nonce, verifier } = Progress.parse(JSON.parse(text));
      const tokens = await oidc.authorizationCodeGrant(config, returnUrl, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("the identity provider sent no ID token");
      // Many providers have the address only at the userinfo endpoint.
      const inToken = Claims.safeParse(claims);
      const hasMore = !inToken.success && config.serverMetadata().userinfo_endpoint !== undefined;
      const identity = hasMore
        ? Claims.safeParse(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub))
        : inToken;
      return { subject: claims.sub, email: identity.success ? identity.data.email : null };
    },
  };
};

/** Loads the large library on first use, since most servers never need it. */
const library = (): Promise<typeof Oidc> => import("openid-client");

async function discover(
  oidc: typeof Oidc,
  { issuer, clientId, clientSecret, outboundHosts }: OidcOptions,
): Promise<Oidc.Configuration> {
  const isPlain = new URL(issuer).protocol === "http:";
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    {
      [oidc.customFetch]: allowedFetch(issuer, outboundHosts),
      timeout: TIMEOUT_SECONDS,
      execute: [
        oidc.enableNonRepudiationChecks,
        // The settings allow plain HTTP for this machine only.
        ...(isPlain ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
}

/**
 * Fetches only from the operator's listed hosts, since the provider's metadata may name other
 * hosts.
 */
const allowedFetch =
  (issuer: string, hosts: OutboundHosts): Oidc.CustomFetch =>
  (url, options) => {
    const { hostname } = new URL(url);
    if (hostname !== new URL(issuer).hostname && !isOutboundHost(hostname, hosts))
      throw new Error(
        `the identity provider is at ${hostname}, too, which is not in OUTBOUND_HOSTS`,
      );
    return fetch(url, options as RequestInit);
  };
