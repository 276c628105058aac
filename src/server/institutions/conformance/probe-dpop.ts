import { randomBytes } from "node:crypto";
import { createProver } from "./dpop-proof.ts";
import { type Call, fieldsOf, type Reply, textOf } from "./reply.ts";

/** The scheme that a data API accepts, as far as a probe can tell; `why` names the evidence. */
export type DpopProbe = { takes: "dpop" | "bearer" | "unknown"; why: string };

/**
 * Probes the scheme that a data API accepts, by calls with an invalid token: without it, as Bearer, and as DPoP with a
 * proof (RFC 9449). An API that names the scheme DPoP, or reads a token under it, accepts DPoP; one that responds to
 * DPoP as if there were no token, or that names Bearer only, accepts Bearer.
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
  if (replies.some((reply) => schemesOf(reply).includes("dpop")))
    return { takes: "dpop", why: "its answers name DPoP" };
  if (replies.some(({ status }) => status !== 401))
    return { takes: "unknown", why: "it does not answer 401 to a token that is none" };
  const [absent, read, proven] = [none, bearer, bound].map(contentOf);
  if (absent !== read && proven === read)
    return { takes: "dpop", why: "it reads a token that is sent as DPoP" };
  if (absent !== read && proven === absent)
    return {
      takes: "bearer",
      why: "it answers a token that is sent as DPoP as if there were none",
    };
  if (schemesOf(bound).includes("bearer"))
    return { takes: "bearer", why: "its answers name Bearer alone" };
  return { takes: "unknown", why: "its answers are the same for all tokens" };
};

/**
 * Returns the address of a protected resource's metadata: its well-known path precedes the resource's own (RFC 9728).
 */
const resourceMetadataUrl = (dataUrl: string): string => {
  const { origin, pathname } = new URL(dataUrl);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
};

function namesDpop({ failure, body }: Reply): boolean {
  const {
    dpop_signing_alg_values_supported: algorithms,
    dpop_bound_access_tokens_required: isRequired,
  } = fieldsOf(body);
  return (
    failure === null &&
    (isRequired === true || (Array.isArray(algorithms) && algorithms.includes("ES256")))
  );
}

/** Returns the schemes of a reply's challenges (RFC 9110, 11.6.1), in lower case. */
const schemesOf = ({ headers }: Reply): string[] =>
  [
    ...(headers.get("www-authenticate") ?? "")
      .replaceAll(/"[^"]*"/g, '""')
      .matchAll(/(?:^|,)\s*([\w-]+)(?=\s|,|$)(?!\s*=)/g),
  ].map(([, scheme = ""]) => scheme.toLowerCase());

const FIELDS = ["error", "code", "message", "error_description", "title", "detail"];

/** Returns the parts of a refusal that are the same for each call. */
const contentOf = ({ status, headers, body }: Reply): string =>
  JSON.stringify([
    status,
    /error="?([\w.-]+)/.exec(headers.get("www-authenticate") ?? "")?.[1],
    ...FIELDS.map((name) => textOf(body, name)?.slice(0, 500)),
  ]);
