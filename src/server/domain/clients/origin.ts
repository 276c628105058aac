import type { Environment } from "../../../protocol/vocabulary.ts";

/**
 * Scheme, host name and port, without characters that a content security policy interprets. The
 * only IPv6 address is this machine's own.
 */
const ORIGIN = /^https?:\/\/([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[::1\])(:\d{1,5})?$/;

/** The maximum number of origins per client. Each call of the client reads all origins. */
export const MAX_ORIGINS = 100;

/**
 * The origin that a text spells exactly (`https://shop.example`, no path, no trailing slash), or
 * null.
 */
export const parseOrigin = (text: string): string | null =>
  ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : null;

/** This machine's own pages, in the syntax of a content security policy. */
const LOOPBACK = ["localhost:*", "*.localhost:*", "127.0.0.1:*"].flatMap((host) => [
  `http://${host}`,
  `https://${host}`,
]);

/**
 * Returns the origins that may frame a page with Link, for a content security policy: the page's
 * origin, other origins of its clients, and in the sandbox this machine's own pages. A policy
 * cannot name an IPv6 address, and a wildcard host is wider than the origin. So only a sandbox page
 * on this machine's own IPv6 address gets a wildcard; messages still go to the exact origin.
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

/** Whether an origin may show Link without registration: loopback, in the sandbox. */
export const isFreeOrigin = (origin: string, environment: Environment): boolean =>
  environment === "sandbox" && isLoopback(new URL(origin).hostname);

/** Whether a host name is this machine's own, where plain HTTP is safe. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  hostname === "::1" ||
  /^127(\.\d{1,3}){3}$/.test(hostname);
