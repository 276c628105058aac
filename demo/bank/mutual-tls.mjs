import { createPublicKey, hash, X509Certificate } from "node:crypto";

/** @import { IncomingMessage } from "node:http" */

/** The client authentication methods by certificate (RFC 8705). */
export const TLS_AUTHENTICATIONS = ["tls_client_auth", "self_signed_tls_client_auth"];

/**
 * The certificate of a client's connection; undefined if it has none.
 * @param {IncomingMessage} request
 */
const toCertificate = ({ socket }) =>
  "getPeerX509Certificate" in socket
    ? /** @type {import("node:tls").TLSSocket} */ (socket).getPeerX509Certificate()
    : undefined;

/** The settings of oidc-provider for certificates. */
export const MUTUAL_TLS = {
  enabled: true,
  certificateBoundAccessTokens: true,
  tlsClientAuth: true,
  selfSignedTlsClientAuth: true,
  getCertificate: (/** @type {any} */ ctx) => toCertificate(ctx.req),
  certificateAuthorized: (/** @type {any} */ ctx) => ctx.socket.authorized === true,
  certificateSubjectMatches: (
    /** @type {any} */ ctx,
    /** @type {string} */ property,
    /** @type {string} */ subject,
  ) => property === "tls_client_auth_subject_dn" && toCertificate(ctx.req)?.subject === subject,
};

/**
 * The registration of a client by its certificate.
 * @param {{ commonName: string } | { certificate: string }} tls
 */
export const tlsRegistration = (tls) => ({
  ...("commonName" in tls
    ? {
        token_endpoint_auth_method: "tls_client_auth",
        tls_client_auth_subject_dn: `CN=${tls.commonName}`,
      }
    : {
        token_endpoint_auth_method: "self_signed_tls_client_auth",
        jwks: { keys: [jwkOf(new X509Certificate(tls.certificate))] },
      }),
});

/** @param {X509Certificate} certificate */
const jwkOf = ({ raw, publicKey }) => ({
  ...createPublicKey(publicKey.export({ format: "pem", type: "spki" })).export({ format: "jwk" }),
  x5c: [raw.toString("base64")],
  "x5t#S256": hash("sha256", raw, "base64url"),
});

/**
 * The same endpoints on the origin that requests certificates.
 * @param {string} origin
 * @param {{ token: string, revocation: string, pushed_authorization_request: string }} routes
 */
export const aliasesOf = (origin, routes) => ({
  token_endpoint: `${origin}${routes.token}`,
  revocation_endpoint: `${origin}${routes.revocation}`,
  pushed_authorization_request_endpoint: `${origin}${routes.pushed_authorization_request}`,
});

/**
 * Whether a request comes with the certificate that a token is bound to.
 * @param {IncomingMessage} request
 * @param {string} thumbprint
 */
export const showsCertificate = (request, thumbprint) => {
  const certificate = toCertificate(request);
  return certificate !== undefined && hash("sha256", certificate.raw, "base64url") === thumbprint;
};
