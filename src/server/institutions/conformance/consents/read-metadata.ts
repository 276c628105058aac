import { withQueries } from "../../../connectors/data-api/endpoint-queries.ts";
import type { Deviations } from "../../../domain/institutions/deviations.ts";
import { type Reply, readFields } from "../reply.ts";
import type { ConsentSession } from "./exchange.ts";
import type { ConsentObservations } from "./observations.ts";

/** The metadata of an institution without OpenID Connect. */
export const withoutMetadata = (url: string, at: number): Reply => ({
  ...{
    url,
    at,
    status: null,
    headers: new Headers(),
    body: undefined,
    start: "",
    failure: "is not read",
  },
});

/**
 * Reads the metadata of OpenID Connect, or of OAuth without it. The endpoints have the connection's
 * declared parameters.
 */
export const readMetadata = async (
  { call, issuer, deviations }: Pick<ConsentSession, "call" | "issuer" | "deviations">,
  { proposals }: ConsentObservations,
): Promise<Reply> => {
  const declared = await call(metadataUrl(issuer, deviations));
  const other =
    declared.failure === null ? null : await call(metadataUrl(issuer, { metadata: "oauth2" }));
  const isOther = deviations.metadata !== "oauth2" && other?.failure === null;
  if (isOther) proposals.push({ at: "metadata", refusal: declared, deviation: "metadata=oauth2" });
  const reply = isOther ? other : declared;
  return reply.failure === null
    ? { ...reply, body: withQueries(readFields(reply.body), deviations) }
    : reply;
};

const metadataUrl = (issuer: string, { metadata }: Pick<Deviations, "metadata">): string => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return metadata === "oauth2"
    ? `${origin}/.well-known/oauth-authorization-server${path}`
    : `${origin}${path}/.well-known/openid-configuration`;
};
