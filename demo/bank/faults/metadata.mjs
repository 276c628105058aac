/** @import { Fault, Part } from "./types.d.mts" */

/** @param {Part} part */
const isMetadata = (part) => part === "metadata";

/** @type {readonly Fault[]} */
export const metadataFaults = [
  {
    name: "metadata-missing",
    description: "There is no openid-configuration",
    reply: (part) => (isMetadata(part) ? { status: 404, body: "Not found" } : undefined),
  },
  {
    name: "metadata-garbled",
    description: "The openid-configuration breaks off",
    reply: (part) => (isMetadata(part) ? { status: 200, body: '{"issuer": "http' } : undefined),
  },
  {
    name: "metadata-other-issuer",
    description: "It names another issuer",
    metadata: (body) => ({ ...body, issuer: "https://bank.example" }),
  },
  {
    name: "metadata-no-token-endpoint",
    description: "It has no token endpoint",
    metadata: ({ token_endpoint: _, ...body }) => body,
  },
  {
    name: "metadata-plain-http",
    description: "It has an endpoint at a public address without TLS",
    metadata: (body) => ({ ...body, revocation_endpoint: "http://bank.example/revoke" }),
  },
  {
    name: "metadata-no-code-flow",
    description: "It offers the implicit flow only",
    metadata: (body) => ({ ...body, response_types_supported: ["id_token"] }),
  },
  {
    name: "metadata-no-pkce",
    description: "It offers no PKCE with S256",
    metadata: (body) => ({ ...body, code_challenge_methods_supported: ["plain"] }),
  },
  {
    name: "metadata-unsigned",
    description: "It offers id tokens without a signature",
    metadata: (body) => ({ ...body, id_token_signing_alg_values_supported: ["RS256", "none"] }),
  },
  {
    name: "metadata-no-scopes",
    description: "It offers none of the scopes of the data API",
    metadata: (body) => ({ ...body, scopes_supported: ["openid"] }),
  },
  {
    name: "metadata-no-refresh",
    description: "It offers no refresh tokens",
    metadata: (body) => ({ ...body, grant_types_supported: ["authorization_code"] }),
  },
  {
    name: "metadata-no-client-authentication",
    description: "It offers no way for a client to authenticate",
    metadata: (body) => ({ ...body, token_endpoint_auth_methods_supported: ["none"] }),
  },
  {
    name: "metadata-no-revocation",
    description: "It has no revocation endpoint",
    metadata: ({ revocation_endpoint: _, ...body }) => body,
  },
];
