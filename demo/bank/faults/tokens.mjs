import { createHash } from "node:crypto";

/** @import { Body, Fault, Tools } from "./types.d.mts" */

const TEN_MINUTES = 600;

/**
 * Replaces the ID token of a response by one with changed claims.
 * @param {(claims: Body) => object} change
 * @param {"bank" | "other" | "nobody"} [by]
 * @returns {(body: Body, tools: Tools) => Promise<Body>}
 */
const idToken =
  (change, by = "bank") =>
  async (body, { sign }) =>
    body.id_token ? { ...body, id_token: await sign(change(readClaims(body.id_token)), by) } : body;

/** @param {string} jwt */
const readClaims = (jwt) =>
  JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());

/** @type {readonly Fault[]} */
export const tokenFaults = [
  {
    name: "tokens-down",
    description: "The token endpoint is down",
    reply: (part) => (part === "token" ? { status: 503, body: "Down for now" } : undefined),
  },
  {
    name: "tokens-garbled",
    description: "The token endpoint responds with JSON that breaks off",
    token: () => '{"access_token": "',
  },
  {
    name: "tokens-wrong-types",
    description: "Lifetimes are words",
    token: (body) => ({ ...body, expires_in: "a quarter of an hour" }),
  },
  {
    name: "tokens-cacheable",
    description: "Tokens may be stored by caches",
    token: (body, { headers }) => {
      headers.set("cache-control", "public, max-age=60");
      return body;
    },
  },
  {
    name: "tokens-no-access-token",
    description: "There is no access token in the answer",
    token: ({ access_token: _, ...body }) => body,
  },
  {
    name: "id-token-missing",
    description: "There is no id token in the answer",
    token: ({ id_token: _, ...body }) => body,
  },
  {
    name: "id-token-garbled",
    description: "The id token is no JWT",
    token: (body) => ({ ...body, id_token: "not.a.jwt" }),
  },
  {
    name: "id-token-unsigned",
    description: "The id token has no signature (alg none)",
    token: idToken((claims) => claims, "nobody"),
  },
  {
    name: "id-token-unknown-key",
    description: "The id token is signed with a key that is not published",
    token: idToken((claims) => claims, "other"),
  },
  {
    name: "id-token-wrong-issuer",
    description: "The id token is of another issuer",
    token: idToken((claims) => ({ ...claims, iss: "https://bank.example" })),
  },
  {
    name: "id-token-wrong-audience",
    description: "The id token is for another client",
    token: idToken((claims) => ({ ...claims, aud: "another-client" })),
  },
  {
    name: "id-token-wrong-nonce",
    description: "The id token has another nonce",
    token: idToken((claims) => ({ ...claims, nonce: "another" })),
  },
  {
    name: "id-token-expired",
    description: "The id token has expired when it comes",
    token: idToken((claims) => ({ ...claims, exp: claims.iat - TEN_MINUTES })),
  },
  {
    name: "clock-ahead",
    description: "The bank's clock is ten minutes ahead",
    token: async (body, tools) => {
      tools.headers.set("date", new Date(Date.now() + TEN_MINUTES * 1000).toUTCString());
      const later = (/** @type {Body} */ { iat, exp, ...claims }) => ({
        ...claims,
        iat: iat + TEN_MINUTES,
        exp: exp + TEN_MINUTES,
      });
      return idToken(later)(body, tools);
    },
  },
  {
    name: "scopes-missing",
    description: "Fewer scopes are granted than the customer agreed to",
    token: (body) => ({ ...body, scope: "openid Account" }),
  },
  {
    name: "client-secret-ignored",
    description: "Any client secret is good",
    provider: "any secret",
  },
  {
    name: "verifier-ignored",
    description: "PKCE: any verifier is good",
    payload: (kind, payload, verifier) => {
      if (kind !== "AuthorizationCode" || typeof verifier !== "string") return payload;
      const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
      return { ...payload, codeChallenge };
    },
  },
  {
    name: "code-reused",
    description: "A code is good more than once",
    payload: (kind, payload) =>
      kind === "AuthorizationCode" ? { ...payload, consumed: undefined } : payload,
  },
  {
    name: "code-reuse-forgiven",
    description: "A code that comes a second time is refused, and its tokens stay good",
    keeps: (kind, why) => why === "revoked" && kind !== "AuthorizationCode",
  },
  {
    name: "refresh-token-missing",
    description: "There is no refresh token",
    token: ({ refresh_token: _, ...body }) => body,
  },
  {
    name: "refresh-refused",
    description: "No refresh token is good",
    token: (body, { form }) =>
      form.get("grant_type") === "refresh_token" ? { error: "invalid_grant" } : body,
  },
  {
    name: "refresh-token-reused",
    description: "A refresh token that was replaced stays good",
    payload: (kind, payload) =>
      kind === "RefreshToken" ? { ...payload, consumed: undefined } : payload,
  },
  {
    name: "access-token-expired",
    description: "Access tokens have expired when they come",
    payload: (kind, payload) => (kind === "AccessToken" ? undefined : payload),
  },
  {
    name: "revocation-ignored",
    description: "A token that is revoked stays good",
    reply: (part) => (part === "revoke" ? { status: 200, body: "" } : undefined),
  },
  {
    name: "revocation-ends-others",
    description: "A token that is revoked ends all other sign-ins of the customer, too",
    provider: "revokes all",
  },
  {
    name: "dpop-ignored",
    description: "A proof is offered to be taken (DPoP), and the token is bound to no key",
    provider: "no proof",
  },
  {
    name: "dpop-bearer-accepted",
    description: "A token that is bound to a key is good without a proof",
    forgives: "proof",
  },
  {
    name: "dpop-bearer-only",
    description: "The data API takes Bearer alone, though a proof is offered to be taken (DPoP)",
    takesBearerAlone: true,
  },
];
