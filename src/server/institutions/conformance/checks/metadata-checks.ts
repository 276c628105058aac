import type { Check, CheckOf, Observations } from "../check.ts";
import { readFields, readText } from "../reply.ts";

const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
const DATA_SCOPES = ["Account", "Customer", "Transactions"];
const AUTHENTICATION = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
];

/** A check of readable metadata. */
const inMetadata = (
  check: CheckOf<[metadata: Record<string, unknown>, observations: Observations]>,
): Check => ({
  ...check,
  area: "Metadata",
  find: (observations) =>
    observations.metadata.failure === null
      ? check.find(readFields(observations.metadata.body), observations)
      : undefined,
});

/** Returns a list in the metadata; the default if the field may be left out. */
const readList = (
  metadata: Record<string, unknown>,
  name: string,
  initial: string[],
): unknown[] => {
  const value = metadata[name];
  return Array.isArray(value) ? value : initial;
};

/** Checks of `{issuer}/.well-known/openid-configuration`. */
export const metadataChecks: readonly Check[] = [
  {
    id: "metadata-readable",
    area: "Metadata",
    what: "can be read",
    fix: "answer {issuer}/.well-known/openid-configuration with JSON, status 200, without credentials",
    find: ({ metadata }) => metadata.failure,
  },
  inMetadata({
    id: "metadata-issuer",
    what: "names the issuer under which it was found",
    fix: "make `issuer` the address before /.well-known, to the letter (OpenID Discovery 4.3)",
    find: ({ issuer }, observations) =>
      issuer === observations.issuer ? null : `says ${JSON.stringify(issuer)}`,
  }),
  inMetadata({
    id: "metadata-endpoints",
    what: "names the endpoints of the flow, and the keys",
    fix: `add ${ENDPOINTS.join(", ")}`,
    find: (metadata) => {
      const missing = ENDPOINTS.filter((name) => readText(metadata, name) === undefined);
      return missing.length === 0 ? null : `lacks ${missing.join(", ")}`;
    },
  }),
  inMetadata({
    id: "metadata-tls",
    what: "has no address without TLS",
    fix: "use https everywhere; http is for a test on one machine alone",
    find: (metadata) => {
      const plain = Object.entries(metadata).filter(
        ([, value]) => typeof value === "string" && /^http:/.test(value) && !isLocal(value),
      );
      return plain.length === 0 ? null : `${plain.map(([name]) => name).join(", ")}: http`;
    },
  }),
  inMetadata({
    id: "metadata-code-flow",
    what: "offers the authorization code flow",
    fix: "support response_type=code and list it in response_types_supported",
    find: (metadata) => {
      const types = readList(metadata, "response_types_supported", []);
      return types.includes("code") ? null : `offers ${types.join(", ") || "nothing"}`;
    },
  }),
  inMetadata({
    id: "metadata-pkce",
    what: "offers PKCE with S256",
    fix: "support it, and list S256 in code_challenge_methods_supported",
    find: (metadata) => {
      const methods = readList(metadata, "code_challenge_methods_supported", []);
      return methods.includes("S256") ? null : `offers ${methods.join(", ") || "none"}`;
    },
  }),
  inMetadata({
    id: "metadata-id-token-signed",
    what: "offers id tokens with a signature by a public key, and none without",
    fix: "list RS256, PS256 or ES256 in id_token_signing_alg_values_supported, and neither none nor HS256 alone",
    find: (metadata) => {
      const names = readList(metadata, "id_token_signing_alg_values_supported", []);
      const hasKeyPair = names.some((name) => /^(RS|PS|ES|Ed)/.test(String(name)));
      return hasKeyPair && !names.includes("none") ? null : `offers ${names.join(", ") || "none"}`;
    },
  }),
  inMetadata({
    id: "metadata-scopes",
    what: "offers the scopes of the data API",
    fix: `list ${DATA_SCOPES.join(", ")} (or what you call them, and name those as scopes of the connection) in scopes_supported`,
    find: (metadata, { scopes }) => {
      const scopeNames = metadata.scopes_supported;
      if (!Array.isArray(scopeNames)) return "says no scopes_supported";
      const missing = scopes.filter((scope) => !scopeNames.includes(scope));
      return missing.length === 0 ? null : `lacks ${missing.join(", ")}`;
    },
  }),
  inMetadata({
    id: "metadata-refresh",
    what: "offers refresh tokens",
    fix: "list refresh_token in grant_types_supported: without it users sign in again at every update",
    find: (metadata) => {
      const types = readList(metadata, "grant_types_supported", ["authorization_code", "implicit"]);
      return types.includes("refresh_token") ? null : `offers ${types.join(", ")}`;
    },
  }),
  inMetadata({
    id: "metadata-client-authentication",
    what: "lets clients authenticate",
    fix: "support private_key_jwt or mTLS, or client_secret_basic",
    find: (metadata) => {
      const ways = readList(metadata, "token_endpoint_auth_methods_supported", [
        "client_secret_basic",
      ]);
      return ways.some((way) => AUTHENTICATION.includes(String(way)))
        ? null
        : `offers ${ways.join(", ") || "nothing"}`;
    },
  }),
  inMetadata({
    id: "metadata-revocation",
    what: "names where tokens are revoked",
    fix: "support RFC 7009 and add revocation_endpoint: users end a connection in the application, too",
    level: "should",
    find: (metadata) =>
      readText(metadata, "revocation_endpoint") === undefined ? "has no revocation_endpoint" : null,
  }),
];

/** Returns whether an address is on localhost. */
const isLocal = (address: string): boolean =>
  URL.canParse(address) &&
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
