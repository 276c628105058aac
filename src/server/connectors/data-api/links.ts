import type { IssuerClient } from "./issuer-client.ts";

type Place = Pick<IssuerClient, "connection" | "dialect">;

/**
 * The address of the next page of a list at `path`; null for an address outside of the data, or of
 * another list.
 */
export function nextUrl(place: Place, path: string, link: string): string | null {
  const { dataUrl } = place.connection;
  const url = toUrl(place, path, link);
  // A link to another list would end this list too early.
  if (
    url?.href.startsWith(new URL(`${dataUrl}/`).href) &&
    readLastName(url.pathname) === readLastName(path)
  )
    return url.href;
  // A gateway may leave its own name in links. The list continues at the operator's declared address.
  const own = new URL(`${dataUrl}${path}`);
  if (url?.pathname === own.pathname && /^https?:$/.test(url.protocol))
    return new URL(url.search, own).href;
  return null;
}

/** The address of a file with a list's rows; null unless it is at an origin of the connection. */
export function fileUrl(place: Place, path: string, link: string): string | null {
  const { dataUrl, issuer } = place.connection;
  const url = toUrl(place, path, link);
  const origins = [dataUrl, issuer].map((address) => new URL(address).origin);
  return url && origins.includes(url.origin) && !url.username && !url.password ? url.href : null;
}

/** Resolves a link. Institutions behind a gateway omit the gateway's path from links. */
function toUrl({ connection, dialect }: Place, path: string, link: string): URL | null {
  const { dataUrl } = connection;
  const { basePath } = dialect;
  const isShort = link.startsWith(`${basePath}/`) && dataUrl.endsWith(basePath);
  const address = isShort ? `${dataUrl.slice(0, -basePath.length)}${link}` : link;
  return URL.parse(address, `${dataUrl}${path}`);
}

/** The last name in a path. */
const readLastName = (path: string): string | undefined =>
  path.split("/").findLast((name) => name !== "");
