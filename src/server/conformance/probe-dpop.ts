import { randomBytes } from "node:crypto";
import { createProver } from "./proof.ts";
import { type Call, fieldsOf, type Reply, textOf } from "./reply.ts";

/** How a data API takes tokens, as far as it can be told without one; `why` says by what. */
export type DpopProbe = { takes: "dpop" | "bearer" | "unknown"; why: string };

/**
 * Probes how a data API takes tokens, by calls with a token that is none: without it, as Bearer, and as DPoP with a
 * proof (RFC 9449). An API that names the scheme DPoP, or reads a token under it, takes DPoP; one that answers to
 * DPoP as to no token at all, or that names Bearer alone, takes Bearer.
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

/** The metadata of a protected resource (RFC 9728) are at a path that begins the resource's own. */
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

/** The schemes that a reply challenges for (RFC 9110, 11.6.1), in small letters. */
const schemesOf = ({ headers }: Reply): string[] =>
  [
    ...(headers.get("www-authenticate") ?? "")
      .replaceAll(/"[^"]*"/g, '""')
      .matchAll(/(?:^|,)\s*([\w-]+)(?=\s|,|$)(?!\s*=)/g),
  ].map(([, scheme = ""]) => scheme.toLowerCase());

const FIELDS = ["error", "code", "message", "error_description", "title", "detail"];

/** The parts of a refusal that do not differ from call to call. */
const contentOf = ({ status, headers, body }: Reply): string =>
  JSON.stringify([
    status,
    /error="?([\w.-]+)/.exec(headers.get("www-authenticate") ?? "")?.[1],
    ...FIELDS.map((name) => textOf(body, name)?.slice(0, 500)),
  ]);
