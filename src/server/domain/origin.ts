import type { Environment } from "../../protocol/vocabulary.ts";

/** The origin a text spells exactly (`https://shop.example`, no path, no trailing slash), or null. */
export const parseOrigin = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === "https:" || protocol === "http:") ? origin : null;
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
