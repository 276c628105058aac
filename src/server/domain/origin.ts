import type { Environment } from "../../protocol/vocabulary.ts";

/** Scheme, host name and port, and no character that means anything to a content security policy. */
const ORIGIN = /^https?:\/\/[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/;

/** The origin a text spells exactly (`https://shop.example`, no path, no trailing slash), or null. */
export const parseOrigin = (text: string): string | null =>
  ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : null;

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
