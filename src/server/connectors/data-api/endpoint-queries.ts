import type { Deviations } from "../../domain/institutions/deviations.ts";

/**
 * An issuer's metadata with the bank's required parameters in the authorization and token
 * endpoints.
 */
export const withQueries = <Metadata extends object>(
  metadata: Metadata,
  { authorizationQuery, tokenQuery }: Pick<Deviations, "authorizationQuery" | "tokenQuery">,
): Metadata => {
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(metadata));
  const queries = { authorization_endpoint: authorizationQuery, token_endpoint: tokenQuery };
  for (const [name, query] of Object.entries(queries))
    if (name in fields) fields[name] = withQuery(fields[name], query);
  const aliases = fields.mtls_endpoint_aliases;
  if (typeof aliases === "object" && aliases !== null && "token_endpoint" in aliases)
    fields.mtls_endpoint_aliases = {
      ...aliases,
      token_endpoint: withQuery(aliases.token_endpoint, tokenQuery),
    };
  return { ...metadata, ...fields };
};

const withQuery = (url: unknown, query: Readonly<Record<string, string>>): unknown => {
  // An address may have any type here; its user checks it.
  if (typeof url !== "string" || !URL.canParse(url) || Object.keys(query).length === 0) return url;
  const changed = new URL(url);
  for (const [name, value] of Object.entries(query)) changed.searchParams.set(name, value);
  return changed.href;
};
