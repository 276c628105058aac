import { LINK_PRODUCTS, type Product } from "../../../protocol/vocabulary.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import {
  CLIENT_AUTHENTICATIONS,
  type ClientAuthentication,
} from "../../domain/institutions/institution-registration.ts";
import { scopesFor } from "../../domain/institutions/product.ts";
import { type CheckResult, firstObservations, listResults } from "./check.ts";
import { metadataChecks } from "./checks/metadata-checks.ts";
import { institutionCall, readFields, readText } from "./reply.ts";

/** The facts in an issuer's metadata that a connection needs. */
export type IssuerSummary = {
  /** Whether the metadata could be read. */
  isReadable: boolean;
  /** The authentication methods that both sides support. */
  authentications: ClientAuthentication[];
  /** The offered scopes; null if unknown. */
  scopes: string[] | null;
  /** The offered scopes that the products need. */
  neededScopes: string[];
  /** The endpoints, with their names in the metadata. */
  endpoints: [name: string, url: string][];
  /** The offered optional features, as texts. */
  features: string[];
  /** The failed and warned checks of its metadata. */
  problems: CheckResult[];
};

const ENDPOINTS = [
  "authorization_endpoint",
  "token_endpoint",
  "jwks_uri",
  "pushed_authorization_request_endpoint",
  "revocation_endpoint",
  "backchannel_authentication_endpoint",
] as const;

/** The optional features that Link uses, each with a test of the metadata. */
const FEATURES: [name: string, isOffered: (metadata: Record<string, unknown>) => boolean][] = [
  ["pushed requests (PAR)", (metadata) => "pushed_authorization_request_endpoint" in metadata],
  [
    "DPoP",
    (metadata) => namesIn(metadata.dpop_signing_alg_values_supported)?.includes("ES256") === true,
  ],
  ["mutual TLS", (metadata) => metadata.tls_client_certificate_bound_access_tokens === true],
  [
    "iss in responses",
    (metadata) => metadata.authorization_response_iss_parameter_supported === true,
  ],
  ["revocation", (metadata) => "revocation_endpoint" in metadata],
  ["approval in its app (CIBA)", (metadata) => "backchannel_authentication_endpoint" in metadata],
];

/** Names beyond this number are ignored. */
const MAX_NAMES = 200;

/**
 * Reads an issuer's metadata, and returns the usable and missing parts. Never throws for an
 * issuer's response.
 */
export const readIssuer = async (
  {
    issuer,
    authorities,
    privateHosts,
  }: { issuer: string; authorities?: string | undefined; privateHosts: readonly string[] },
  {
    http,
    clock,
    products = LINK_PRODUCTS,
  }: { http: InstitutionHttp; clock: () => number; products?: readonly Product[] },
): Promise<IssuerSummary> => {
  const client = http.open({ hosts: [new URL(issuer).hostname], privateHosts, authorities });
  try {
    const call = institutionCall(client, clock);
    const metadata = await call(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
    const fields = metadata.failure === null ? readFields(metadata.body) : {};
    const scopes = namesIn(fields.scopes_supported);
    const neededScopes = scopesFor(scopes ?? undefined, products);
    const observations = firstObservations({
      issuer,
      clientId: "",
      scopes: neededScopes,
      metadata,
    });
    const methods = namesIn(fields.token_endpoint_auth_methods_supported) ?? [
      "client_secret_basic",
    ];
    return {
      isReadable: metadata.failure === null,
      authentications:
        metadata.failure === null
          ? CLIENT_AUTHENTICATIONS.filter((method) => methods.includes(method))
          : [],
      scopes,
      neededScopes,
      endpoints: ENDPOINTS.flatMap((name) => {
        const url = readText(fields, name);
        return url === undefined ? [] : [[name, url.slice(0, 500)]];
      }),
      features: FEATURES.flatMap(([name, isOffered]) => (isOffered(fields) ? [name] : [])),
      problems: listResults(metadataChecks, observations).filter(
        ({ outcome }) => outcome === "failed" || outcome === "warned",
      ),
    };
  } finally {
    await client.close();
  }
};

/** Returns the names of a list; null for any other value. */
function namesIn(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value
    .slice(0, MAX_NAMES)
    .filter((name): name is string => typeof name === "string" && name.length <= 200);
}
