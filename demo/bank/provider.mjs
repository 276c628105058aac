import { errors, interactionPolicy, Provider } from "oidc-provider";
import { aliasesOf, MUTUAL_TLS, TLS_AUTHENTICATIONS, tlsRegistration } from "./mutual-tls.mjs";
import { problemPage } from "./pages.mjs";
import { customerByLogin, findCustomer } from "./people/customers.mjs";
import { PAGE_HEADERS } from "./show-page.mjs";

/** @import { BankClient } from "./server.d.mts" */

/** The data that each scope of the data API allows a client to read, in the words of the consent page. */
export const DATA_SCOPES = {
  Account: "Names, numbers and balances of the accounts you choose",
  Customer: "Your name, address, e-mail and telephone number",
  Transactions: "Transactions and statements of the last 24 months",
};

/** The scopes that a client may ask for; the Berlin Group names a consent by `AIS:` and its id instead. */
const SCOPES = {
  fdx: ["openid", "offline_access", ...Object.keys(DATA_SCOPES)],
  uk: ["openid", "accounts"],
  "berlin-group": [],
};

/** The algorithms that FAPI 1 Advanced allows; proofs of DPoP are not used with it. */
const FAPI1_ALGORITHMS = {
  clientAuthSigningAlgValues: ["PS256", "ES256"],
  idTokenSigningAlgValues: ["PS256", "ES256"],
  requestObjectSigningAlgValues: ["PS256", "ES256"],
  authorizationSigningAlgValues: ["PS256", "ES256"],
  dPoPSigningAlgValues: ["ES256"],
};

/** Seconds. A code is good once and for a minute (OWASP ASVS 5, 10.4.3). */
const LIFETIMES = {
  AuthorizationCode: 60,
  PushedAuthorizationRequest: 60,
  AccessToken: 15 * 60,
  ClientCredentials: 5 * 60,
  IdToken: 5 * 60,
  Interaction: 10 * 60,
  BackchannelAuthenticationRequest: 5 * 60,
  Session: 15 * 60,
  RefreshToken: 365 * 24 * 3600,
  Grant: 365 * 24 * 3600,
};

const ROUTES = {
  authorization: "/authorize",
  token: "/token",
  jwks: "/keys",
  revocation: "/token/revoke",
  pushed_authorization_request: "/authorize/push",
  backchannel_authentication: "/authorize/app",
};

/**
 * The bank's OpenID provider: authorization code flow with PKCE, PAR, DPoP, private_key_jwt, refresh tokens
 * that rotate, revocation. A code or refresh token that comes back a second time revokes the whole grant.
 * @param {{ issuer: string, clients: readonly BankClient[], adapter: (kind: string) => object,
 *   keys: { jwks: any, cookieKeys: string[] }, tlsOrigin?: string | undefined,
 *   remembersSignIns: boolean, standard: "fdx" | "uk" | "berlin-group",
 *   profile?: "fapi1" | "fapi2" | undefined, registers?: boolean, preStep: boolean }} options
 */
export const createProvider = ({
  issuer,
  clients,
  adapter,
  keys,
  tlsOrigin,
  remembersSignIns,
  standard,
  profile,
  preStep,
  registers = false,
}) => {
  const uk = standard === "uk";
  const fapi1 = profile === "fapi1";
  const berlin = standard === "berlin-group";
  const dataAddress = `${issuer}/fdx/v6`;
  const provider = new Provider(issuer, {
    adapter,
    jwks: keys.jwks,
    clients: clients.map((client) => registration(client, uk, profile)),
    // A sign-in before a consent names none.
    scopes: preStep ? ["AIS"] : SCOPES[standard],
    claims: { openid: ["sub"], ...(uk && { openbanking_intent_id: null }) },
    ...(uk && { acrValues: ["urn:openbanking:psd2:sca"] }),
    ...(standard !== "fdx" && { issueRefreshToken: async () => true }),
    responseTypes: fapi1 ? ["code id_token", "code"] : ["code"],
    clientAuthMethods: [
      ...(fapi1 ? [] : ["client_secret_basic", "client_secret_post", "none"]),
      "private_key_jwt",
      ...(tlsOrigin ? TLS_AUTHENTICATIONS : []),
    ],
    ...(fapi1 && { enabledJWA: FAPI1_ALGORITHMS }),
    ...(tlsOrigin && {
      discovery: {
        mtls_endpoint_aliases: {
          ...aliasesOf(tlsOrigin, ROUTES),
          ...(registers && { registration_endpoint: `${tlsOrigin}/register` }),
        },
        ...(registers && { registration_endpoint: `${tlsOrigin}/register` }),
      },
    }),
    pkce: { required: () => true },
    ttl: LIFETIMES,
    rotateRefreshToken: true,
    cookies: {
      keys: keys.cookieKeys,
      // All ports of a host share cookies, so these names are specific to the bank.
      names: { session: "bank_session", interaction: "bank_step", resume: "bank_resume" },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      dPoP: { enabled: true },
      ...(uk && {
        clientCredentials: { enabled: true },
        claimsParameter: { enabled: true },
      }),
      ...((uk || fapi1) && {
        requestObjects: { enabled: true, requireSignedRequestObject: fapi1 },
      }),
      ...(fapi1 && { jwtResponseModes: { enabled: true } }),
      ...(tlsOrigin && { mTLS: MUTUAL_TLS }),
      ciba: {
        enabled: true,
        deliveryModes: ["poll"],
        processLoginHint: async (_, login) => customerByLogin(login)?.id,
        processLoginHintToken: async () => undefined,
        verifyUserCode: async () => undefined,
        validateRequestContext: async () => undefined,
        validateBindingMessage: async (_, message = "") => {
          if (message.length > 20)
            throw new errors.InvalidBindingMessage("it has at most 20 characters");
        },
        // The app polls, since its page lists pending approvals.
        triggerAuthenticationDevice: async () => undefined,
      },
      pushedAuthorizationRequests: {
        enabled: true,
        requirePushedAuthorizationRequests: profile === "fapi2",
      },
      ...(profile && { fapi: { enabled: true, profile: fapi1 ? "1.0 Final" : "2.0" } }),
      resourceIndicators: {
        enabled: true,
        // A scope that names a consent is of a resource of its own, since the provider knows no such scope.
        defaultResource: ({ oidc }, _, oneOf) =>
          oneOf ?? (berlin ? consentAddress(issuer, oidc.params?.scope) : undefined),
        getResourceServerInfo: (_, indicator) => {
          const consentId = berlin ? indicator.split("/v1/consents/")[1] : undefined;
          if (consentId) return { scope: `AIS:${consentId}`, audience: issuer };
          if (indicator !== dataAddress) throw new Error("there is no such resource here");
          return { scope: Object.keys(DATA_SCOPES).join(" "), audience: dataAddress };
        },
      },
    },
    routes: ROUTES,
    interactions: {
      policy: policy(remembersSignIns),
      url: (_, { uid }) => `/sign-in/${uid}`,
    },
    // A grant belongs to one consent: a returning customer has to consent again.
    loadExistingGrant: ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId && oidc.provider.Grant.find(grantId);
    },
    findAccount: (_, sub) =>
      findCustomer(sub) && {
        accountId: sub,
        claims: async (_, __, requested) => ({
          sub,
          // The ID token repeats the consent that the request named.
          openbanking_intent_id: requested?.openbanking_intent_id?.value,
        }),
      },
    renderError: async (ctx, { error, error_description: description }) => {
      ctx.set(PAGE_HEADERS);
      ctx.body = problemPage(`The request was refused: ${description ?? error}.`);
    },
  });
  // FDX returns the consent's id with the tokens.
  provider.use(async (ctx, next) => {
    await next();
    const grantId =
      standard === "fdx" && ctx.oidc?.route === "token" && ctx.oidc.entities.AccessToken?.grantId;
    if (grantId && ctx.body?.access_token) ctx.body.fdxConsentId = grantId;
  });
  // Koa would otherwise print every error, including errors of clients.
  provider.silent = true;
  provider.on("server_error", (_, error) => console.error(error));
  return provider;
};

/**
 * The address of the consent that a scope names.
 * @param {string} issuer
 * @param {string} [scope]
 */
const consentAddress = (issuer, scope = "") => {
  const [, id] = /(?:^| )AIS:([\w-]+)/.exec(scope) ?? [];
  return id && `${issuer}/v1/consents/${id}`;
};

/**
 * Has a returning customer sign in again, as banks do, unless the bank remembers sign-ins.
 * @param {boolean} remembersSignIns
 */
function policy(remembersSignIns) {
  const { base, Check } = interactionPolicy;
  const prompts = base();
  if (remembersSignIns) return prompts;
  const fresh = new Check("fresh", "everybody signs in each time", ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  );
  prompts.get("login").checks.add(fresh);
  return prompts;
}

/**
 * @param {BankClient} client
 * @param {boolean} uk
 * @param {"fapi1" | "fapi2"} [profile]
 */
const registration = (
  { id, name, secret, jwks, tls, boundToCertificate = tls !== undefined, fapi1, redirectUris },
  uk,
  profile,
) => ({
  client_id: id,
  client_name: name,
  redirect_uris: redirectUris,
  grant_types: [
    "authorization_code",
    "refresh_token",
    "urn:openid:params:grant-type:ciba",
    ...(uk ? ["client_credentials"] : []),
    // The provider counts an ID token in the response as implicit.
    ...(fapi1?.response === "hybrid" ? ["implicit"] : []),
  ],
  backchannel_token_delivery_mode: "poll",
  response_types: [fapi1?.response === "hybrid" ? "code id_token" : "code"],
  // The provider allows an ID token in a response to an address of this machine to no client of the web.
  application_type: fapi1?.response === "hybrid" ? "native" : "web",
  ...(jwks && { jwks, token_endpoint_auth_method: "private_key_jwt" }),
  ...(tls && tlsRegistration(tls)),
  ...((boundToCertificate || profile === "fapi1") && {
    tls_client_certificate_bound_access_tokens: true,
  }),
  ...(profile === "fapi1" && {
    id_token_signed_response_alg: fapi1?.algorithm ?? "ES256",
    authorization_signed_response_alg: fapi1?.algorithm ?? "ES256",
  }),
  ...(secret && { client_secret: secret, token_endpoint_auth_method: "client_secret_basic" }),
});
