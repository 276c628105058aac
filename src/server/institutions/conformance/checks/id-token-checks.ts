import { decodeJwt, decodeProtectedHeader } from "jose";
import type { Check, CheckOf, Observations } from "../check.ts";
import { readText } from "../reply.ts";

/** The tolerated difference between two clocks, in seconds. */
const TOLERANCE_SECONDS = 60;

type Claims = Record<string, unknown>;

/** A check of the id token's claims, if there is one. */
const inIdToken = (check: CheckOf<[claims: Claims, observations: Observations]>): Check => ({
  ...check,
  area: "Tokens",
  find: (observations) => {
    const claims = readClaims(observations);
    return claims === null ? undefined : check.find(claims, observations);
  },
});

/** Checks of the id token, claim by claim (OpenID Connect Core, 3.1.3.7), and of the clock. */
export const idTokenChecks: readonly Check[] = [
  {
    id: "id-token-present",
    area: "Tokens",
    what: "come with an id token",
    fix: "add id_token if the scope openid was asked for",
    find: ({ token }) => {
      if (token === null || token.failure !== null) return undefined;
      return readText(token.body, "id_token") === undefined ? "has no id_token" : null;
    },
  },
  inIdToken({
    id: "id-token-signature",
    what: "have an id token with a signature by a published key",
    fix: "sign with a key of jwks_uri, name it by kid, and never by alg none",
    find: (_, { token, idTokenProblem }) => {
      const { alg } = decodeProtectedHeader(readText(token?.body, "id_token") ?? "");
      if (alg === "none") return "has alg none";
      return idTokenProblem;
    },
  }),
  inIdToken({
    id: "id-token-issuer",
    what: "have an id token of the issuer (iss)",
    fix: "make iss the issuer of the metadata, to the letter",
    find: ({ iss }, { issuer }) => (iss === issuer ? null : `iss is ${JSON.stringify(iss)}`),
  }),
  inIdToken({
    id: "id-token-audience",
    what: "have an id token for the client (aud)",
    fix: "make aud the client_id",
    find: ({ aud }, { clientId }) =>
      [aud].flat().includes(clientId) ? null : `aud is ${JSON.stringify(aud)}`,
  }),
  inIdToken({
    id: "id-token-nonce",
    what: "have an id token with the nonce of the request",
    fix: "repeat nonce unchanged",
    find: ({ nonce }, { signIn }) =>
      nonce === signIn?.nonce ? null : nonce === undefined ? "has no nonce" : "has another nonce",
  }),
  inIdToken({
    id: "id-token-subject",
    what: "have an id token that names the customer (sub)",
    fix: "make sub a stable id of the customer, of 255 characters at most",
    find: ({ sub }) =>
      typeof sub === "string" && sub !== "" && sub.length <= 255 ? null : "has no sub",
  }),
  inIdToken({
    id: "id-token-lifetime",
    what: "have an id token that has not expired",
    fix: "set exp some minutes after iat",
    find: ({ exp, iat }) => {
      if (typeof exp !== "number" || typeof iat !== "number") return "exp or iat is no number";
      return exp > iat ? null : `expires ${iat - exp} s before it is made`;
    },
  }),
  {
    id: "clock",
    area: "Tokens",
    what: "are made by a clock that is right",
    fix: "keep the machine's clock by NTP: tokens and proofs live by it",
    find: (observations) => {
      const { token } = observations;
      if (token === null) return undefined;
      const iat = readClaims(observations)?.iat;
      const date = Date.parse(token.headers.get("date") ?? "");
      const now = token.at / 1000;
      const offs = [Number(iat) - now, date / 1000 - now].filter(Number.isFinite);
      const [worst] = offs.toSorted((a, b) => Math.abs(b) - Math.abs(a));
      if (worst === undefined) return undefined;
      const seconds = Math.round(Math.abs(worst));
      return seconds <= TOLERANCE_SECONDS
        ? null
        : `is ${seconds} s ${worst > 0 ? "ahead" : "behind"}`;
    },
  },
];

function readClaims({ token }: Observations): Claims | null {
  const idToken = readText(token?.body, "id_token");
  try {
    return idToken === undefined ? null : decodeJwt(idToken);
  } catch {
    return {};
  }
}
