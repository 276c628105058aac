import type { Environment } from "../../../protocol/vocabulary.ts";

/**
 * Scheme, host name and port, and no character that means anything to a content security policy; and
 * this machine's own IPv6 address, the only one that a page is shown from.
 */
const ORIGIN = /^https?:\/\/([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[::1\])(:\d{1,5})?$/;

/** How many a client may have: every call of it reads them with it. */
export const MOST_ORIGINS = 100;

/** The origin a text spells exactly (`https://shop.example`, no path, no trailing slash), or null. */
export const parseOrigin = (text: string): string | null =>
  ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : null;

/** This machine's own pages, as a content security policy names them. */
const LOOPBACK = ["localhost:*", "*.localhost:*", "127.0.0.1:*"].flatMap((host) => [
  `http://${host}`,
  `https://${host}`,
]);

/**
 * Who may be around a page that shows Link, as a content security policy names them: the page itself,
 * the other origins that its clients have registered, and in the sandbox this machine's own pages. A
 * policy's grammar has no IPv6 address; any host in its place is wider than what was asked for, so
 * that this machine's own is named so in the sandbox only, by the page that has it. What Link is
 * told, and tells, still goes to and fro with the exact origin of its page alone.
 */
export const frameAncestors = (
  origin: string,
  registered: readonly string[],
  environment: Environment,
): string[] => {
  const free = environment === "sandbox" ? LOOPBACK : [];
  const named = isFreeOrigin(origin, environment) ? origin.replace("[::1]", "*") : origin;
  return [...new Set([named, ...registered, ...free])].filter((each) => !each.includes("["));
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
