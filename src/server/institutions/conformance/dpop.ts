import { createHash, randomBytes, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import {
  type DpopDecision,
  declaredHosts,
  type InstitutionRegistration,
  openClientSecrets,
} from "../../domain/institutions/institution-registration.ts";
import type { Vault } from "../../domain/vault.ts";
import { type Call, institutionCall, type Reply, readFields, readText } from "./reply.ts";

type Options = {
  /** The operator's choice, or null. */
  choice: boolean | null;
  /** The replaced connection, whose decision may stay; null for none. */
  previous: InstitutionRegistration | null;
  /** Whether to make no calls. */
  isOffline?: boolean;
  http: InstitutionHttp;
  vault: Vault;
  clock: () => number;
};

/**
 * Decides whether a connection's tokens are bound to a key (DPoP) if its metadata offer that: by
 * the operator's choice, now or earlier, or else by a probe of the data API. An inconclusive probe
 * keeps the previous decision. A refused token decides nothing, since an attacker who causes a
 * refusal could remove the binding.
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

/** Probes a connection's data API; null if its tokens cannot be bound to a key. */
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
      readFields(metadata.body).tls_client_certificate_bound_access_tokens === true;
    if (isBoundToCertificate || !offersProof(metadata)) return null;
    return await probeDpop(dataUrl, call);
  } finally {
    await client.close();
  }
}

/** Returns whether the metadata offer DPoP with ES256. */
export const offersProof = ({ body }: Pick<Reply, "body">): boolean => {
  const algorithms = readFields(body).dpop_signing_alg_values_supported;
  return Array.isArray(algorithms) && algorithms.includes("ES256");
};

/** The scheme that a data API accepts, as far as a probe can tell; `why` names the evidence. */
export type DpopProbe = { takes: "dpop" | "bearer" | "unknown"; why: string };

/**
 * Probes a data API's accepted scheme by calls with an invalid token: without it, as Bearer, and as
 * DPoP with a proof (RFC 9449). An API that names DPoP, or reads a token under it, accepts DPoP.
 * One that treats DPoP as a missing token, or only names Bearer, accepts Bearer.
 */
export const probeDpop = async (dataUrl: string, call: Call): Promise<DpopProbe> => {
  const url = `${dataUrl}/accounts`;
  const token = randomBytes(32).toString("base64url");
  const dpop = await (await createProver())("GET", url, { accessToken: token });
  const [none, bearer, bound, resource] = await Promise.all([
    call(url),
    call(url, { headers: { authorization: `Bearer ${token}` } }),
    call(url, { headers: { authorization: `DPoP ${token}`, dpop } }),
    call(resourceMetadataUrl(dataUrl)),
  ]);
  if (namesDpop(resource)) return { takes: "dpop", why: "its resource metadata name DPoP" };
  const replies = [none, bearer, bound];
  if (replies.some((reply) => readSchemes(reply).includes("dpop")))
    return { takes: "dpop", why: "its responses name DPoP" };
  if (replies.some(({ status }) => status !== 401))
    return { takes: "unknown", why: "it does not respond 401 to an invalid token" };
  const [absent, read, proven] = [none, bearer, bound].map(readContent);
  if (absent !== read && proven === read)
    return { takes: "dpop", why: "it reads a token that is sent as DPoP" };
  if (absent !== read && proven === absent)
    return {
      takes: "bearer",
      why: "it treats a token that is sent as DPoP as a missing one",
    };
  if (readSchemes(bound).includes("bearer"))
    return { takes: "bearer", why: "its responses name Bearer alone" };
  return { takes: "unknown", why: "its responses are the same for all tokens" };
};

/**
 * Returns the metadata address of a protected resource, whose well-known path precedes the
 * resource's path (RFC 9728).
 */
const resourceMetadataUrl = (dataUrl: string): string => {
  const { origin, pathname } = new URL(dataUrl);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
};

function namesDpop({ failure, body }: Reply): boolean {
  const {
    dpop_signing_alg_values_supported: algorithms,
    dpop_bound_access_tokens_required: isRequired,
  } = readFields(body);
  return (
    failure === null &&
    (isRequired === true || (Array.isArray(algorithms) && algorithms.includes("ES256")))
  );
}

/** Returns the schemes of a reply's challenges (RFC 9110, 11.6.1), in lower case. */
const readSchemes = ({ headers }: Reply): string[] =>
  [
    ...(headers.get("www-authenticate") ?? "")
      .replaceAll(/"[^"]*"/g, '""')
      .matchAll(/(?:^|,)\s*([\w-]+)(?=\s|,|$)(?!\s*=)/g),
  ].map(([, scheme = ""]) => scheme.toLowerCase());

const FIELDS = ["error", "code", "message", "error_description", "title", "detail"];

/** Returns the parts of a refusal that do not vary between calls. */
const readContent = ({ status, headers, body }: Reply): string =>
  JSON.stringify([
    status,
    /error="?([\w.-]+)/.exec(headers.get("www-authenticate") ?? "")?.[1],
    ...FIELDS.map((name) => readText(body, name)?.slice(0, 500)),
  ]);

/** Returns a proof of possession (DPoP, RFC 9449) for one request and its token. */
export type Prove = (
  method: string,
  url: string,
  options?: { accessToken?: string | undefined; nonce?: string | undefined },
) => Promise<string>;

/**
 * Sends a request with a proof, and again with a nonce that the first response requires (RFC 9449,
 * 8).
 */
export const sendProven = async (
  prove: (nonce?: string) => Promise<string>,
  send: (proof: string) => Promise<Reply>,
): Promise<Reply> => {
  const first = await send(await prove());
  const nonce = first.headers.get("dpop-nonce");
  return nonce !== null && (first.status === 400 || first.status === 401)
    ? send(await prove(nonce))
    : first;
};

/**
 * Generates a key; returns a function that creates DPoP proofs, dated by this machine's clock, as
 * Link's are.
 */
export const createProver = async (): Promise<Prove> => {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  return (method, url, { accessToken, nonce } = {}) => {
    const { origin, pathname } = new URL(url);
    const ath =
      accessToken !== undefined && createHash("sha256").update(accessToken).digest("base64url");
    return new SignJWT({
      htm: method,
      htu: `${origin}${pathname}`,
      jti: randomUUID(),
      ...(ath && { ath }),
      ...(nonce !== undefined && { nonce }),
    })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
      .setIssuedAt(Math.floor(Date.now() / 1000))
      .sign(privateKey);
  };
};
