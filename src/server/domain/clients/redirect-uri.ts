import { type Brand, formatCommand } from "../../../protocol/brand/brand.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";
import type { Client } from "./client.ts";
import { isFreeOrigin, isLoopback } from "./origin.ts";

/** The maximum number of redirect URIs of a client. */
export const MAX_REDIRECT_URIS = 100;

/** The maximum length of a redirect URI, in characters. */
export const MAX_REDIRECT_URI_LENGTH = 2000;

/** The port for a client's redirect URIs, the pages to which users return from an institution. */
export type RedirectUriStore = {
  /** Returns the redirect URIs of a client in the order of their addition. */
  of(clientId: string): Promise<string[]>;
  /**
   * Adds a redirect URI. True also if the client has the URI; false if the client has `limit` other
   * URIs.
   */
  allow(clientId: string, uri: string, limit: number): Promise<boolean>;
  disallow(clientId: string, uri: string): Promise<void>;
};

/**
 * Returns the problem with a redirect URI as the predicate of a sentence, or null. URIs are
 * compared by character, so the URI must have a browser's spelling.
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

/** Whether a page needs no registration: loopback, in the sandbox. */
const isFreeRedirectUri = (uri: string, environment: Environment): boolean =>
  isFreeOrigin(new URL(uri).origin, environment);

type RedirectUriDeps = {
  environment: Environment;
  brand: Brand;
  store: { redirectUris: RedirectUriStore };
};

/**
 * Throws INVALID_FIELD unless an address is missing, a page that the client has registered, or in
 * the sandbox a page on this machine.
 */
export const requireRedirectUri = async (
  { environment, brand, store }: RedirectUriDeps,
  { clientId }: Pick<Client, "clientId">,
  address: string | undefined,
  field: string,
): Promise<void> => {
  if (address === undefined) return;
  const refuse = (message: string) => new Fault("INVALID_FIELD", { message });
  if (!URL.canParse(address)) throw refuse(`${field} ${redirectUriProblem(address)}`);
  // Different spellings of an address are the same page.
  const uri = new URL(address).href;
  const problem = redirectUriProblem(/[?#]$/.test(address) ? address : uri);
  if (problem !== null) throw refuse(`${field} ${problem}`);
  if (isFreeRedirectUri(uri, environment)) return;
  if ((await store.redirectUris.of(clientId)).includes(uri)) return;
  throw refuse(
    `${field} must be registered for the client, on the Dashboard or with: ` +
      formatCommand(brand, `keys --allow-redirect-uri ${uri}`),
  );
};
