import type { Environment } from "../../../protocol/vocabulary.ts";
import { isFreeOrigin, isLoopback } from "./origin.ts";

/** How many redirect URIs a client may have. */
export const MAX_REDIRECT_URIS = 100;

/** The longest redirect URI. */
export const MAX_REDIRECT_URI_LENGTH = 2000;

/** The port for the pages that a client's users come back to from their institution. */
export type RedirectUriStore = {
  /** Those of a client, in the order in which they were added. */
  of(clientId: string): Promise<string[]>;
  /** Adds one, unless the client has it; false where it has `most` others already. */
  allow(clientId: string, uri: string, most: number): Promise<boolean>;
  /** Takes one away, if the client has it. */
  disallow(clientId: string, uri: string): Promise<void>;
};

/**
 * What is wrong with a redirect URI, as the end of a sentence that begins with it; null where nothing is. It is
 * compared letter by letter, so it has to be spelled as browsers spell it.
 */
export const redirectUriProblem = (text: string): string | null => {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text))
    return "must be an address that begins with https://";
  const { protocol, hostname, username, password, href } = new URL(text);
  if (protocol === "http:" && !isLoopback(hostname))
    return "must begin with https://, unless it is on this machine";
  if (username !== "" || password !== "") return "must have no user name and no password";
  if (text.includes("?") || text.includes("#")) return "must have no query and no fragment";
  if (hostname.includes("*")) return "must name one host, without *";
  if (href !== text) return `must be spelled as browsers spell it: ${href}`;
  return null;
};

/** Whether users may come back to this page without its being registered: loopback, in the sandbox. */
export const isFreeRedirectUri = (uri: string, environment: Environment): boolean =>
  isFreeOrigin(new URL(uri).origin, environment);
