import { createHash } from "node:crypto";
import { decodeProtectedHeader } from "jose";
import type { InstitutionStandard } from "../../../../domain/institutions/institution-registration.ts";
import { jwtClaims } from "../../../../domain/jwt-claims.ts";
import type { Check, CheckOf, Observations, SignedResponse, SignIn } from "../../check.ts";
import { responseFormOf } from "../../signed-response.ts";
import { quoted } from "./findings.ts";

type Claims = Readonly<Record<string, unknown>>;
type Find = CheckOf<[claims: Claims, signIn: SignIn, observations: Observations]>;

/** The algorithms of signatures that FAPI 1 Advanced allows (8.6). */
const ALGORITHMS = ["PS256", "ES256"];

/** The maximum lifetime of a signed response in seconds, since the user is on the way. */
const MAX_LIFETIME_SECONDS = 3600;

/** A check of a response's signed JWT, in one form or both. */
const onSigned = ({ find, form, ...check }: Find & { form?: SignedResponse["form"] }): Check => ({
  ...check,
  area: "Authorization",
  find: (observations) => {
    const { signIn } = observations;
    const { signed = null } = signIn ?? {};
    if (!signIn || !signed || (form !== undefined && signed.form !== form)) return undefined;
    const claims = signed.jwt === null ? null : jwtClaims(signed.jwt);
    return claims === null ? undefined : find(claims, signIn, observations);
  },
});

/**
 * The half hash that a detached signature has of a value, by the signature's algorithm (OpenID
 * Connect Core, 3.3.2.11).
 */
const hashOf = (value: string): string => {
  const digest = createHash("sha256").update(value).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
};

const hashFault = (claims: Claims, name: string, value: string | null): string | null => {
  if (value === null) return `the response has no ${name === "c_hash" ? "code" : "state"}`;
  const given = claims[name];
  if (given === hashOf(value)) return null;
  return given === undefined ? `has no ${name}` : `${name} is another one`;
};

/** The checks of signed responses (FAPI 1 Advanced): `code id_token`, and JARM. */
export const signedResponseChecks = (
  standard: Pick<InstitutionStandard, "security" | "deviations">,
): readonly Check[] => [
  {
    id: "response-offered",
    area: "Authorization",
    what: "offers signed responses",
    fix: "add code id_token to response_types_supported, or jwt to response_modes_supported (JARM)",
    find: ({ metadata }) => {
      if (metadata.failure !== null) return undefined;
      return responseFormOf(standard, metadata) === null
        ? "offers neither code id_token nor the response mode jwt, or not the declared one"
        : null;
    },
  },
  {
    id: "response-signed",
    area: "Authorization",
    what: "signs its response",
    fix: "add id_token to the fragment of code id_token; with response_mode=jwt, come back with response=<JWT> alone",
    find: ({ signIn }) => {
      if (!signIn?.signed || signIn.response?.has("error")) return undefined;
      const { form, jwt } = signIn.signed;
      const name = form === "jarm" ? "response" : "id_token";
      if (jwt === null) return `comes back without ${name}`;
      return jwtClaims(jwt) === null ? `${name} is no JWT` : null;
    },
  },
  onSigned({
    id: "response-signature",
    what: "signs its response by a published key",
    fix: "sign with PS256 or ES256 and a key of jwks_uri, named by kid",
    find: (_, { signed }) => {
      const { alg } = decodeProtectedHeader(signed?.jwt ?? "");
      if (!ALGORITHMS.includes(alg ?? "")) return `is signed with ${quoted(alg)}`;
      return signed?.problem;
    },
  }),
  onSigned({
    id: "response-issuer",
    what: "names itself in its signed response (iss)",
    fix: "make iss the issuer of the metadata, to the letter",
    find: ({ iss }, _, { issuer }) =>
      iss === issuer ? null : `iss is ${iss === undefined ? "missing" : "another one"}`,
  }),
  onSigned({
    id: "response-audience",
    what: "signs its response for the client (aud)",
    fix: "make aud the client_id",
    find: ({ aud }, _, { clientId }) =>
      [aud].flat().includes(clientId)
        ? null
        : `aud is ${aud === undefined ? "missing" : "another one"}`,
  }),
  onSigned({
    id: "response-lifetime",
    what: "signs its response for minutes alone (exp)",
    fix: "set exp some minutes after the user leaves, an hour at most",
    find: ({ exp }, _, { token }) => {
      if (typeof exp !== "number") return "exp is no number";
      const now = (token?.at ?? Date.parse("9999-12-31")) / 1000;
      if (token && exp < now - 60) return "has expired as the user comes back";
      return token && exp > now + MAX_LIFETIME_SECONDS + 60
        ? "is good for more than an hour"
        : null;
    },
  }),
  onSigned({
    form: "hybrid",
    id: "response-nonce",
    what: "repeats the nonce in its detached signature",
    fix: "repeat nonce unchanged in the ID token of the fragment",
    find: ({ nonce }, signIn) =>
      nonce === signIn.nonce ? null : nonce === undefined ? "has no nonce" : "has another nonce",
  }),
  onSigned({
    form: "hybrid",
    id: "response-code-hash",
    what: "signs the code (c_hash)",
    fix: "make c_hash the left half of the SHA-256 of the code, in base64url",
    find: (claims, { response }) => hashFault(claims, "c_hash", response?.get("code") ?? null),
  }),
  onSigned({
    form: "hybrid",
    id: "response-state-hash",
    what: "signs the state (s_hash)",
    fix: "make s_hash the left half of the SHA-256 of the state, in base64url (FAPI 1 Advanced, 5.1)",
    find: (claims, { response }) => hashFault(claims, "s_hash", response?.get("state") ?? null),
  }),
];
