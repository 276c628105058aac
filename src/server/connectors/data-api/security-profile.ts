import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import {
  hasTokens,
  type InstitutionRegistration,
  type InstitutionStandard,
} from "../../domain/institutions/institution-registration.ts";
import { jwtClaims } from "../../domain/jwt-claims.ts";
import type { IssuerMetadata } from "./issuer-metadata.ts";

type Client = {
  connection: Pick<InstitutionRegistration, "authentication" | "standard" | "flow">;
  metadata: IssuerMetadata;
  /** The algorithms of the client's key for assertions and request objects; empty without a key. */
  keyAlgorithms: readonly string[];
  /** Whether tokens are bound to a key (DPoP), or to the client's certificate. */
  isBound: boolean;
  hasCertificate: boolean;
};

type Requirement = readonly [problem: string, isMet: (client: Client) => boolean];

/**
 * The form of an authorization response: plain parameters, a code with an ID token as detached
 * signature (`code id_token`), or a signed JWT (JARM).
 */
export type ResponseForm = "plain" | "hybrid" | "jarm";

/** The client authentication methods that both profiles allow. */
const STRONG = ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"];

const AUTHENTICATES: Requirement = [
  "the client has to authenticate by private_key_jwt or by its certificate",
  ({ connection }) => STRONG.includes(connection.authentication),
];

/** The algorithms of signatures that FAPI 1 Advanced allows (8.6). */
const FAPI1_ALGORITHMS = ["PS256", "ES256"];

const offersFapi1Algorithm = (offered: readonly string[] | undefined): boolean =>
  offered?.some((algorithm) => FAPI1_ALGORITHMS.includes(algorithm)) === true;

/**
 * FAPI 1.0 Advanced's requirements on a client and its issuer (5.2, 8.6), each with its problem.
 */
const FAPI1: readonly Requirement[] = [
  AUTHENTICATES,
  [
    "the client needs a certificate in TLS, which its tokens are bound to",
    ({ hasCertificate }) => hasCertificate,
  ],
  [
    "the metadata do not say tls_client_certificate_bound_access_tokens (RFC 8705)",
    ({ metadata }) => metadata.tls_client_certificate_bound_access_tokens === true,
  ],
  [
    "the client needs a private key, which signs its request objects",
    ({ keyAlgorithms }) => keyAlgorithms.length > 0,
  ],
  [
    "the key has to sign with PS256 or ES256, which an RSA key does if the issuer takes PS256",
    ({ keyAlgorithms }) => keyAlgorithms.every((each) => ["RSA-PSS", "P-256"].includes(each)),
  ],
  [
    "the metadata offer no request objects (request_parameter_supported)",
    ({ metadata }) =>
      metadata.request_parameter_supported === true ||
      (metadata.request_parameter_supported === undefined &&
        metadata.pushed_authorization_request_endpoint !== undefined),
  ],
  [
    "the metadata offer neither code id_token nor the response mode jwt, or not the declared one of both",
    ({ connection, metadata }) => findResponseForm(connection, metadata) !== null,
  ],
  [
    "the metadata offer neither PS256 nor ES256 for ID tokens",
    ({ metadata }) => offersFapi1Algorithm(metadata.id_token_signing_alg_values_supported),
  ],
  [
    "the metadata offer neither PS256 nor ES256 for signed responses (JARM)",
    ({ connection, metadata }) =>
      findResponseForm(connection, metadata) !== "jarm" ||
      offersFapi1Algorithm(metadata.authorization_signing_alg_values_supported),
  ],
  [
    "the metadata have no jwks_uri, by which responses are checked",
    ({ metadata }) => metadata.jwks_uri !== undefined,
  ],
  [
    "users have to sign in at the institution's site: requests of CIBA are not signed",
    ({ connection }) => connection.flow === "code",
  ],
];

/**
 * The FAPI 2.0 Security Profile's requirements on a client and its issuer (5.3), each with its
 * problem.
 */
const FAPI2: readonly Requirement[] = [
  AUTHENTICATES,
  [
    "assertions have to be for the issuer, not for the token endpoint",
    ({ connection }) => connection.standard.deviations.assertionAudience === "issuer",
  ],
  [
    "the key has to sign with PS256, ES256 or EdDSA, which an RSA key does if the issuer takes PS256",
    ({ keyAlgorithms }) =>
      !keyAlgorithms.includes("RSASSA-PKCS1-v1_5") && !keyAlgorithms.includes("P-384"),
  ],
  [
    "the metadata have no pushed_authorization_request_endpoint (PAR)",
    ({ metadata }) => metadata.pushed_authorization_request_endpoint !== undefined,
  ],
  [
    "the metadata offer no code_challenge_method S256 (PKCE)",
    ({ metadata }) => metadata.code_challenge_methods_supported?.includes("S256") === true,
  ],
  [
    "the metadata do not say authorization_response_iss_parameter_supported (RFC 9207)",
    ({ metadata }) => metadata.authorization_response_iss_parameter_supported === true,
  ],
  ["tokens are bound neither to a key (DPoP) nor to a certificate", ({ isBound }) => isBound],
];

/**
 * Throws INSTITUTION_REGISTRATION_REQUIRED, whose cause names each unmet requirement of the
 * profile.
 */
export const requireProfile = (client: Client): void => {
  const { security, approach } = client.connection.standard;
  if (security === "none") return;
  const problems = hasTokens(client.connection.standard)
    ? (security === "fapi2" ? FAPI2 : FAPI1)
        .filter(([, isMet]) => !isMet(client))
        .map(([problem]) => problem)
    : [`the approach ${approach} has no tokens to protect`];
  if (problems.length === 0) return;
  throw new Fault("INSTITUTION_REGISTRATION_REQUIRED", {
    cause: new Error(`${security}: ${problems.join("; ")}`),
  });
};

/** Limits the metadata to the signature algorithms of the profile. */
export const withAlgorithms = <Metadata extends object>(
  metadata: Metadata,
  { standard }: Pick<InstitutionRegistration, "standard">,
) =>
  standard.security === "fapi1"
    ? {
        ...metadata,
        id_token_signing_alg_values_supported: FAPI1_ALGORITHMS,
        authorization_signing_alg_values_supported: FAPI1_ALGORITHMS,
      }
    : metadata;

/** The form of responses under a connection's profile; null if the issuer does not support it. */
export const findResponseForm = (
  { standard }: { standard: Pick<InstitutionStandard, "security" | "deviations"> },
  {
    response_types_supported: types,
    response_modes_supported: modes,
  }: Pick<IssuerMetadata, "response_types_supported" | "response_modes_supported">,
): ResponseForm | null => {
  if (standard.security !== "fapi1") return "plain";
  const declared = standard.deviations.authorizationResponse;
  const isOffered = {
    hybrid: types?.some((type) => /^(code id_token|id_token code)$/.test(type)),
    jarm: modes?.includes("jwt"),
  };
  const forms = declared === null ? (["hybrid", "jarm"] as const) : [declared];
  return forms.find((form) => isOffered[form]) ?? null;
};

type Binding = {
  connection: Pick<InstitutionRegistration, "standard">;
  /** The thumbprints of the client's certificates (RFC 8705). */
  thumbprints: readonly string[];
};

/**
 * Whether a token has the required binding, to its proof's key or the client's certificate. An
 * opaque token hides its binding, so the issuer's metadata decide.
 */
export const isBoundAsRequired = (
  { connection: { standard }, thumbprints }: Binding,
  { token_type: type, access_token: token }: { token_type: string; access_token: string },
  dpopKey: object | null,
): boolean => {
  if (standard.security === "none") return true;
  if (dpopKey !== null) return type === "dpop";
  const claims = jwtClaims(token);
  if (claims === null) return true;
  const bound = Confirmation.safeParse(claims).data?.cnf["x5t#S256"];
  return bound !== undefined && thumbprints.includes(bound);
};

/** A certificate's thumbprint, for tokens bound to it (RFC 8705, 3.1). */
export const toThumbprint = (certificate: string): string =>
  Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(":", ""), "hex").toString(
    "base64url",
  );

const Confirmation = z.object({ cnf: z.object({ "x5t#S256": z.string() }) });

/** The error of a token that is not bound. */
export const unboundToken = (
  { standard }: Pick<InstitutionRegistration, "standard">,
  dpopKey: object | null,
): Error =>
  new Error(
    `${standard.security}: the access token is not bound to ${dpopKey === null ? "the client's certificate" : "the key of its proof"}`,
  );
