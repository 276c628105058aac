import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import {
  type DpopDecision,
  declaredHosts,
  type InstitutionRegistration,
  openClientSecrets,
} from "../../domain/institutions/institution-registration.ts";
import type { Vault } from "../../domain/vault.ts";
import { institutionCall } from "./institution-call.ts";
import { type DpopProbe, probeDpop } from "./probe-dpop.ts";
import { fieldsOf, type Reply } from "./reply.ts";

type Options = {
  /** The operator's choice; null without one. */
  choice: boolean | null;
  /** The connection that is replaced, whose decision may stay; null without one. */
  previous: InstitutionRegistration | null;
  /** Whether to make no calls. */
  isOffline?: boolean;
  http: InstitutionHttp;
  vault: Vault;
  clock: () => number;
};

/**
 * Decides whether a connection's tokens are bound to a key (DPoP) if its metadata offer that: by the operator's choice,
 * now or earlier, else by a probe of its data API. If a probe cannot tell, the previous decision stays. A refused token
 * decides nothing, since an attacker who causes one would remove the binding.
 */
export const decideDpop = async (
  connection: InstitutionRegistration,
  { choice, previous, isOffline = false, ...options }: Options,
): Promise<DpopDecision & { why: string }> => {
  if (choice !== null) return { dpop: choice, dpopBy: "operator", why: "as you say" };
  const isSame = previous?.issuer === connection.issuer && previous.dataUrl === connection.dataUrl;
  const before = isSame ? previous : null;
  if (before?.dpopBy === "operator")
    return { dpop: before.dpop, dpopBy: "operator", why: "as you said before" };
  const probe = isOffline ? null : await probeConnection(connection, options);
  if (probe && probe.takes !== "unknown")
    return { dpop: probe.takes === "dpop", dpopBy: "probe", why: probe.why };
  if (before?.dpopBy === "probe")
    return { dpop: before.dpop, dpopBy: "probe", why: "as a probe found before" };
  return { dpop: true, dpopBy: "metadata", why: probe?.why ?? "its data API was not probed" };
};

/** Probes the data API of a connection; returns null if its tokens cannot be bound to a key. */
async function probeConnection(
  connection: InstitutionRegistration,
  { http, vault, clock }: Pick<Options, "http" | "vault" | "clock">,
): Promise<DpopProbe | null> {
  const { certificate, authorities } = openClientSecrets(vault, connection);
  const { issuer, dataUrl, privateHosts } = connection;
  const hosts = declaredHosts(connection);
  const client = http.open({ hosts, privateHosts, certificate, authorities });
  try {
    const call = institutionCall(client, clock);
    const metadata = await call(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
    const isBoundToCertificate =
      certificate !== undefined &&
      fieldsOf(metadata.body).tls_client_certificate_bound_access_tokens === true;
    if (isBoundToCertificate || !offersProof(metadata)) return null;
    return await probeDpop(dataUrl, call);
  } finally {
    await client.close();
  }
}

/** Returns whether the metadata offer DPoP with ES256. */
export const offersProof = ({ body }: Pick<Reply, "body">): boolean => {
  const algorithms = fieldsOf(body).dpop_signing_alg_values_supported;
  return Array.isArray(algorithms) && algorithms.includes("ES256");
};
