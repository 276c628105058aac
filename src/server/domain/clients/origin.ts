import type { Environment } from "../../../protocol/vocabulary.ts";

/**
 * Scheme, host name and port, without characters that have a meaning in a content security policy; and this
 * machine's own IPv6 address, the only IPv6 address that may show a page.
 */
const ORIGIN = /^https?:\/\/([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[::1\])(:\d{1,5})?$/;

/** The maximum number of origins of a client: each of its calls reads them all. */
export const MAX_ORIGINS = 100;

/** The origin a text spells exactly (`https://shop.example`, no path, no trailing slash), or null. */
export const parseOrigin = (text: string): string | null =>
  ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : null;

/** This machine's own pages, as a content security policy names them. */
const LOOPBACK = ["localhost:*", "*.localhost:*", "127.0.0.1:*"].flatMap((host) => [
  `http://${host}`,
  `https://${host}`,
]);

/**
 * Returns the origins that may frame a page with Link, as a content security policy names them: the page
 * itself, the other origins that its clients have registered, and in the sandbox this machine's own pages. A
 * policy's grammar has no IPv6 address. A wildcard host in its place is wider than the origin, so only a
 * sandbox page on this machine's own IPv6 address gets one; messages still go to the exact origin.
 */
export const frameAncestors = (
  origin: string,
  origins: readonly string[],
  environment: Environment,
): string[] => {
  const loopback = environment === "sandbox" ? LOOPBACK : [];
  const source = isFreeOrigin(origin, environment) ? origin.replace("[::1]", "*") : origin;
  return [...new Set([source, ...origins, ...loopback])].filter((host) => !host.includes("["));
};

/** Whether pages of this origin may show Link without being registered: loopback, in the sandbox. */
export const isFreeOrigin = (origin: string, environment: Environment): boolean =>
  environment === "sandbox" && isLoopback(new URL(origin).hostname);

/** Whether a host name is this machine's own: plain HTTP is safe there and nowhere else. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  hostname === "::1" ||
  /^127(\.\d{1,3}){3}$/.test(hostname);
