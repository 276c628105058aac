import type * as Oidc from "openid-client";
import { z } from "zod";
import { type Language, PRODUCTS, type Product } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { hasPreStep } from "../../domain/institutions/institution-registration.ts";
import { scopesFor } from "../../domain/institutions/product.ts";
import { readResponse, toRefusal } from "./authorization-response.ts";
import type { RequestedConsent } from "./consent-request.ts";
import { createDpopKey, DpopKey, type Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { dpopOption, newGrant, resourceParameter } from "./new-grant.ts";
import { redactError } from "./refusals.ts";
import { resignByCommand } from "./sign-command.ts";

/** The state of an authorization request until the user is back: a login's progress. */
const RedirectProgress = z.strictObject({
  issuer: z.string(),
  redirectUri: z.string(),
  state: z.string(),
  verifier: z.string(),
  /** Null if no ID token is requested. */
  nonce: z.string().nullable(),
  dpopKey: DpopKey.nullable(),
  /** The consent to authorize; null in a dialect whose sign-in creates it. */
  consent: z.strictObject({ id: z.string(), isNew: z.boolean() }).nullable().default(null),
  /** The products of a consent that is created after the sign-in; null for none. */
  products: z.array(z.enum(PRODUCTS)).nullable().default(null),
});

/** Many servers refuse longer addresses. */
export const MAX_URL_CHARACTERS = 8192;

type Request = {
  state: string;
  redirectUri: string;
  products: readonly Product[];
  /** The user's, for the institution's pages. */
  language?: Language | undefined;
  /** Whether the institution must ask for a sign-in, even with a session in the browser. */
  reauthenticate?: boolean | undefined;
  /** The consent to authorize, if the client has created one. */
  consent: RequestedConsent | null;
};

/**
 * Returns the address at which a user authorizes the connection, and the progress: an authorization
 * code with PKCE, state and nonce; pushed, and bound to a key, if the issuer supports that.
 */
export const startAuthorization = async (
  client: IssuerClient,
  { state, redirectUri, products, language, reauthenticate = false, consent }: Request,
): Promise<{ url: string; progress: string }> => {
  const { oidc, metadata, bindsToKey } = client;
  const declared = listScopes(client, products).map((scope) =>
    scope.replaceAll("{consentId}", consent?.id ?? ""),
  );
  // The detached signature of a response is an ID token.
  const isSigned = client.responseForm === "hybrid";
  const scopes = isSigned && !declared.includes("openid") ? ["openid", ...declared] : declared;
  const nonce = scopes.includes("openid") ? oidc.randomNonce() : null;
  const verifier = oidc.randomPKCECodeVerifier();
  const dpopKey = bindsToKey ? await createDpopKey() : null;
  const proof = await dpopOption(client, dpopKey);
  const parameters = {
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(nonce !== null && { nonce }),
    ...(language && { ui_locales: language }),
    // OpenID Connect Core 11: without consent, offline access may be ignored.
    ...(reauthenticate
      ? { prompt: "login consent" }
      : scopes.includes("offline_access") && { prompt: "consent" }),
    ...resourceParameter(client),
    ...(proof.DPoP && { dpop_jkt: await proof.DPoP.calculateThumbprint() }),
    ...claimsParameter(client, consent?.id ?? null),
  };
  const url = await authorizationUrl(client, parameters, proof);
  if (url.href.length > MAX_URL_CHARACTERS)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error(`the authorization URL has more than ${MAX_URL_CHARACTERS} characters`),
    });
  const { issuer } = metadata;
  const progress = {
    ...{ issuer, redirectUri, state, verifier, nonce, dpopKey },
    consent: consent && { id: consent.id, isNew: consent.isNew },
    products: hasPreStep(client.connection.standard) ? [...products] : null,
  };
  return {
    url: url.href,
    progress: JSON.stringify(progress satisfies z.infer<typeof RedirectProgress>),
  };
};

/** The scopes of an authorization: the operator's declared ones, or else the dialect's. */
export const listScopes = (
  { connection, dialect, metadata }: IssuerClient,
  products: readonly Product[],
): readonly string[] =>
  connection.scopes ??
  (hasPreStep(connection.standard) ? dialect.consent.request?.preStep : dialect.scopes) ??
  scopesFor(metadata.scopes_supported, products);

/** The claims that name the consent and request strong authentication (OpenID Connect Core 5.5). */
function claimsParameter(
  { dialect }: IssuerClient,
  consentId: string | null,
): Record<string, string> {
  const { request, claims } = dialect.consent;
  if (request === null && claims) return { claims: JSON.stringify(claims) };
  if (request === null || request.claim === null || consentId === null) return {};
  const consent = { [request.claim]: { value: consentId, essential: true } };
  const acr = { acr: { essential: true, values: request.acrValues } };
  const idToken = { ...consent, ...(request.acrValues.length > 0 && acr) };
  return { claims: JSON.stringify({ id_token: idToken }) };
}

/**
 * The address of an authorization request: signed if the client signs requests, and pushed if
 * possible.
 */
async function authorizationUrl(
  { oidc, config, metadata, requestKey, signCommand, responseForm }: IssuerClient,
  parameters: Record<string, string>,
  proof: { DPoP?: Oidc.DPoPHandle },
): Promise<URL> {
  const isPushed = metadata.pushed_authorization_request_endpoint !== undefined;
  if (requestKey === null)
    return isPushed
      ? oidc.buildAuthorizationUrlWithPAR(config, parameters, proof)
      : oidc.buildAuthorizationUrl(config, parameters);
  const signed = await oidc.buildAuthorizationUrlWithJAR(config, parameters, requestKey);
  const own = signed.searchParams.get("request") ?? "";
  const request = signCommand ? await resignByCommand(signCommand, own) : own;
  if (isPushed) return oidc.buildAuthorizationUrlWithPAR(config, { request }, proof);
  // OpenID Connect Core 6.1: these parameters are in the query as well.
  signed.searchParams.set("request", request);
  signed.searchParams.set("response_type", responseForm === "hybrid" ? "code id_token" : "code");
  signed.searchParams.set("scope", parameters.scope ?? "");
  return signed;
}

/**
 * Exchanges a callback's code for a grant. Throws OAUTH_ISSUER_MISMATCH for a response of another
 * issuer, by name or redirect URI (a mix-up attack, RFC 9207), OAUTH_CODE_EXPIRED for an invalid
 * code, and the institution's refusal as a Fault.
 */
export const finishAuthorization = async (
  client: IssuerClient,
  progress: string,
  parameters: Readonly<Record<string, string>>,
  { id, clock, returnPath }: { id: string; clock: () => number; returnPath: string },
): Promise<Grant> => {
  const { oidc, config } = client;
  const { verifier, dpopKey, consent, ...request } = RedirectProgress.parse(JSON.parse(progress));
  const { state, nonce } = request;
  const consentId = consent?.id ?? null;
  const { url, signature } = readResponse(client, parameters, { ...request, returnPath });
  if (signature) requireConsent(client, signature, consentId);
  const tokens = await oidc
    .authorizationCodeGrant(
      config,
      url,
      {
        pkceCodeVerifier: verifier,
        ...(nonce !== null && { expectedNonce: nonce }),
        ...(client.responseForm !== "plain" && { expectedState: state }),
      },
      resourceParameter(client),
      await dpopOption(client, dpopKey),
    )
    .catch((failure: unknown) => {
      // The code was already used, or has expired.
      if (failure instanceof oidc.ResponseBodyError && failure.error === "invalid_grant")
        throw new Fault("OAUTH_CODE_EXPIRED", { cause: redactError(failure) });
      if (failure instanceof oidc.AuthorizationResponseError)
        throw toRefusal(client, failure.error);
      throw failure;
    });
  requireConsent(client, tokens.claims(), consentId);
  if (signature && signature.sub !== tokens.claims()?.sub)
    throw new Fault("OAUTH_ISSUER_MISMATCH", {
      cause: new Error("the ID tokens of the response and of its code name two users"),
    });
  return newGrant(client, tokens, { id, now: clock(), dpopKey, consentId });
};

/**
 * Whether an authorization is for a new consent, not an Item's; and the products of the consent to
 * create afterwards.
 */
export const consentIn = (progress: string) => {
  const { consent, products } = RedirectProgress.parse(JSON.parse(progress));
  return { isNew: consent?.isNew !== false, products };
};

/** Throws OAUTH_ISSUER_MISMATCH if the ID token names another consent than the authorized one. */
function requireConsent(
  { dialect: { consent } }: IssuerClient,
  claims: Readonly<Record<string, unknown>> | undefined,
  consentId: string | null,
): void {
  const claim = consent.request?.claim ?? null;
  if (claim === null || consentId === null) return;
  if (claims?.[claim] === consentId) return;
  throw new Fault("OAUTH_ISSUER_MISMATCH", {
    cause: new Error(`the ID token names another ${claim}, or none`),
  });
}
