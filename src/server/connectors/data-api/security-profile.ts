import { Fault } from "../../domain/fault.ts";
import {
  hasTokens,
  type InstitutionRegistration,
} from "../../domain/institutions/institution-registration.ts";
import type { IssuerMetadata } from "./issuer-metadata.ts";

type Client = {
  connection: Pick<InstitutionRegistration, "authentication" | "standard">;
  metadata: IssuerMetadata;
  /** The algorithm of the client's own key; null without one. */
  keyAlgorithm: string | null;
  /** Whether tokens are bound to a key (DPoP), or to the client's certificate. */
  isBound: boolean;
};

/** The methods of client authentication that FAPI 2.0 allows. */
const STRONG = ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"];

/** The requirements of the FAPI 2.0 Security Profile on a client and its issuer (5.3), each with its problem. */
const FAPI2: readonly (readonly [problem: string, isMet: (client: Client) => boolean])[] = [
  [
    "the client has to authenticate by private_key_jwt or by its certificate",
    ({ connection }) => STRONG.includes(connection.authentication),
  ],
  [
    "assertions have to be for the issuer, not for the token endpoint",
    ({ connection }) => connection.standard.deviations.assertionAudience === "issuer",
  ],
  [
    "the key has to sign with PS256, ES256 or EdDSA, which an RSA key does if the issuer takes PS256",
    ({ keyAlgorithm }) => keyAlgorithm !== "RSASSA-PKCS1-v1_5" && keyAlgorithm !== "P-384",
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

/** Throws INSTITUTION_REGISTRATION_REQUIRED, whose cause names each unmet requirement of the connection's profile. */
export const requireProfile = (client: Client): void => {
  const { security, approach } = client.connection.standard;
  if (security === "none") return;
  const problems = !hasTokens(client.connection.standard)
    ? [`the approach ${approach} has no tokens to protect`]
    : security === "fapi2"
      ? FAPI2.filter(([, isMet]) => !isMet(client)).map(([problem]) => problem)
      : ["this version does not speak it"];
  if (problems.length === 0) return;
  throw new Fault("INSTITUTION_REGISTRATION_REQUIRED", {
    cause: new Error(`${security}: ${problems.join("; ")}`),
  });
};

/** Whether a token is bound to the key of its proof, or does not have to be. */
export const isBoundAsRequired = (
  { standard }: Pick<InstitutionRegistration, "standard">,
  { token_type: type }: { token_type: string },
  dpopKey: object | null,
): boolean => standard.security === "none" || dpopKey === null || type === "dpop";

/** The error of a token that is not bound. */
export const unboundToken = ({ standard }: Pick<InstitutionRegistration, "standard">): Error =>
  new Error(`${standard.security}: the access token is not bound to the key of its proof`);
