import { LINK_PRODUCTS, type Product } from "../../protocol/vocabulary.ts";
import type { InstitutionHttp } from "../domain/institutions/institution-http.ts";
import {
  CLIENT_AUTHENTICATIONS,
  type ClientAuthentication,
} from "../domain/institutions/institution-registration.ts";
import { scopesFor } from "../domain/institutions/scopes.ts";
import { type CheckResult, resultsOf } from "./check.ts";
import { metadataChecks } from "./checks/metadata-checks.ts";
import { evidenceOf } from "./evidence.ts";
import { institutionCall } from "./institution-call.ts";
import { fieldsOf, textOf } from "./reply.ts";

/** What an issuer's metadata says, as far as a connection is declared by it. */
export type IssuerSummary = {
  /** Whether it could be read at all. */
  isReadable: boolean;
  /** Those of the ways to authenticate that both sides have. */
  authentications: ClientAuthentication[];
  /** The scopes that it offers; null where it does not say. */
  scopes: string[] | null;
  /** Those of them that the products need. */
  neededScopes: string[];
  /** The endpoints that it names, by their names in the metadata. */
  endpoints: [name: string, url: string][];
  /** What it offers beside the least, in words. */
  features: string[];
  /** What is wrong with it, or should be otherwise. */
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

/** What is used where it is offered, each with how it is seen in the metadata. */
const FEATURES: [name: string, isOffered: (metadata: Record<string, unknown>) => boolean][] = [
  ["pushed requests (PAR)", (one) => "pushed_authorization_request_endpoint" in one],
  ["DPoP", (one) => namesIn(one.dpop_signing_alg_values_supported)?.includes("ES256") === true],
  ["mutual TLS", (one) => one.tls_client_certificate_bound_access_tokens === true],
  ["iss in answers", (one) => one.authorization_response_iss_parameter_supported === true],
  ["revocation", (one) => "revocation_endpoint" in one],
  ["approval in its app (CIBA)", (one) => "backchannel_authentication_endpoint" in one],
];

/** More names than any issuer has are not looked at. */
const MOST_NAMES = 200;

/**
 * Reads an issuer's metadata, and says what a connection can be declared by and what is missing. Never
 * throws for what the issuer answers.
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
    const fields = metadata.failure === null ? fieldsOf(metadata.body) : {};
    const scopes = namesIn(fields.scopes_supported);
    const neededScopes = scopesFor(scopes ?? undefined, products);
    const evidence = evidenceOf({ issuer, clientId: "", scopes: neededScopes, metadata });
    const methods = namesIn(fields.token_endpoint_auth_methods_supported) ?? [
      "client_secret_basic",
    ];
    return {
      isReadable: metadata.failure === null,
      authentications:
        metadata.failure === null
          ? CLIENT_AUTHENTICATIONS.filter((one) => methods.includes(one))
          : [],
      scopes,
      neededScopes,
      endpoints: ENDPOINTS.flatMap((name) => {
        const url = textOf(fields, name);
        return url === undefined ? [] : [[name, url.slice(0, 500)]];
      }),
      features: FEATURES.flatMap(([name, isOffered]) => (isOffered(fields) ? [name] : [])),
      problems: resultsOf(metadataChecks, evidence).filter(
        ({ outcome }) => outcome === "failed" || outcome === "warned",
      ),
    };
  } finally {
    await client.close();
  }
};

/** The names of a list; null where it is none. */
function namesIn(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value
    .slice(0, MOST_NAMES)
    .filter((name): name is string => typeof name === "string" && name.length <= 200);
}
