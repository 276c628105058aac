import type { Environment } from "../../../protocol/vocabulary.ts";
import { isLoopback } from "../../domain/clients/origin.ts";
import { Fault } from "../../domain/fault.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";

/** The maximum length of an address in a setup token or in a claim's response. */
const MAX_URL_CHARACTERS = 600;

/** The longest response to a claim: an address, and nothing else. */
const MAX_CLAIM_BYTES = 2048;

/** A SimpleFIN server from a claim: the root of its paths, and the credentials. */
export type Access = { root: string; username: string; password: string };

export type ClaimDeps = {
  http: InstitutionHttp;
  environment: Environment;
  /** The address of this server, whose own SimpleFIN paths are refused. */
  publicUrl(): string;
};

/**
 * Claims a setup token once. The token is the Base64 of an address from the user. The address must
 * be public and https (in the sandbox, on this machine). Redirects are not followed, and the
 * response must name the same host. Throws INVALID_CREDENTIALS otherwise, without any text of the
 * token or response.
 */
export const claimSetupToken = async (token: string, deps: ClaimDeps): Promise<Access> => {
  const url = decodeToken(token);
  requireForeign(url, deps);
  const client = deps.http.open({ hosts: [url.hostname], privateHosts: [] });
  try {
    const response = await client
      .fetch(url.href, {
        method: "POST",
        headers: { "content-length": "0" },
        bodyLimit: MAX_CLAIM_BYTES,
      })
      .catch(hideAddress);
    if (response.status === 429 || response.status >= 500)
      throw new Fault("INSTITUTION_DOWN", {
        cause: new Error(`${response.status} from the claim`),
      });
    if (response.status !== 200)
      throw invalidToken(`the claim returns ${response.status}`, CLAIMED);
    // Some servers write the address as JSON.
    const access = parseAccess((await response.text()).trim().replace(/^"(.*)"$/, "$1"));
    if (access === null || !isSameServer(new URL(access.root), url))
      throw new Fault("UNSUPPORTED_RESPONSE", {
        cause: new Error("the claim returns no address with credentials on its own host"),
      });
    return access;
  } finally {
    await client.close();
  }
};

/** Whether two addresses have the same host. All names of this machine are the same host. */
const isSameServer = (a: URL, b: URL): boolean =>
  a.host === b.host ||
  (a.port === b.port &&
    a.protocol === b.protocol &&
    isLoopback(a.hostname) &&
    isLoopback(b.hostname));

const CLAIMED = "it was used before, or has expired: a new one is needed";

/**
 * Reports a refused address as an invalid token, which the user can replace. The error reveals
 * nothing about the network.
 */
function hideAddress(failure: unknown): never {
  if (failure instanceof Fault && failure.code === "UNSUPPORTED_RESPONSE")
    throw invalidToken(
      "the address or the size of the response is refused",
      "its server is not a public one that keeps to SimpleFIN",
    );
  throw failure;
}

const invalidToken = (cause: string, reason: string): Fault =>
  new Fault("INVALID_CREDENTIALS", {
    message: `the setup token is not accepted: ${reason}`,
    cause: new Error(cause),
  });

function decodeToken(token: string): URL {
  const text = token.replace(/\s+/g, "");
  const address = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
    ? Buffer.from(text, "base64").toString("utf8").trim()
    : "";
  const url = address.length <= MAX_URL_CHARACTERS ? URL.parse(address) : null;
  // A claim sends a POST to an address from the user, so only SimpleFIN's path for claims is
  // allowed.
  const isClaim = /\/claim\/[^/]+$/.test(url?.pathname ?? "");
  if (
    !url ||
    !isClaim ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== "" ||
    url.password !== ""
  )
    throw invalidToken("it is not the Base64 of an address", "it is not a SimpleFIN setup token");
  return url;
}

/** Refuses this server's own paths, and addresses that the environment forbids. */
function requireForeign(url: URL, { environment, publicUrl }: ClaimDeps): void {
  const own = new URL(publicUrl());
  const isLocal = isLoopback(url.hostname);
  const isOwn =
    url.host === own.host || (isLocal && isLoopback(own.hostname) && url.port === own.port);
  if (isOwn) throw invalidToken("it is of this server", "it is one of this server's own");
  if (environment === "sandbox" && !isLocal)
    throw invalidToken(
      "it is not on this machine",
      "the sandbox takes those of a server on this machine alone; real ones are for development and production",
    );
  if (url.protocol !== "https:" && environment !== "sandbox")
    throw invalidToken("it is not https", "its address has to begin with https://");
}

function parseAccess(text: string): Access | null {
  const url = text.length <= MAX_URL_CHARACTERS ? URL.parse(text) : null;
  if (!url || url.username === "" || url.search !== "" || url.hash !== "") return null;
  const [username, password] = [url.username, url.password].map(decoded);
  if (username == null || password == null) return null;
  return { root: `${url.origin}${url.pathname.replace(/\/+$/, "")}`, username, password };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
