import { createHmac } from "node:crypto";
import { isSameDigest, opaqueId } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";

/** A session on the Dashboard. Only the digest of its token is stored. Times are ms since 1970. */
export type DashboardSession = {
  tokenDigest: string;
  /** Null for the operator's sessions. */
  clientId: string | null;
  /**
   * The member of the session; null for a session opened by a secret, or by the operator's password
   * or identity.
   */
  memberId: string | null;
  /** The digest of the secret or password hash. The session ends with that credential. */
  keyDigest: string;
  /** The address and browser at sign-in; null if unknown. */
  address: string | null;
  browser: string | null;
  openedAt: number;
  seenAt: number;
  expiresAt: number;
};

/** The port for sessions on the Dashboard. */
export type DashboardSessionStore = {
  open(session: DashboardSession): Promise<void>;
  /**
   * The open sessions of a client, or of the operator for null, at most 500; the most recently used
   * first.
   */
  of(clientId: string | null, now: number): Promise<DashboardSession[]>;
  byTokenDigest(tokenDigest: string): Promise<DashboardSession | null>;
  /** Records a use, and the new end. */
  touch(session: Pick<DashboardSession, "tokenDigest" | "seenAt" | "expiresAt">): Promise<void>;
  /** Binds the session to another secret. */
  rebind(session: Pick<DashboardSession, "tokenDigest" | "keyDigest">): Promise<void>;
  end(tokenDigest: string): Promise<void>;
};

/** Returns the name of a session in lists and in the audit log; the name gives no access. */
export const sessionName = (tokenDigest: string): string => tokenDigest.slice(0, 16);

/** How long a browser stays known after the operator signed in with it. */
export const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1000;

/**
 * Creates a token for a browser in which the operator has just signed in. The token gives no
 * access; guesses of the password from a known browser have a budget of their own. `passwordKey`
 * binds the token to the current password.
 */
export const knownBrowserToken = (passwordKey: string, services: Runtime): string => {
  const id = `${opaqueId(services.random, 22)}.${services.clock() + KNOWN_BROWSER_MS}`;
  return `${id}.${macOf(id, passwordKey, services)}`;
};

/**
 * Returns the browser id of a token; null for a forged or expired token, or after a change of the
 * password.
 */
export const knownBrowserId = (
  token: string,
  passwordKey: string,
  services: Runtime,
): string | null => {
  const [, id = "", end = "", mac = ""] =
    /^([\w-]{22}\.(\d{1,16}))\.([\w-]{43})$/.exec(token) ?? [];
  if (id === "" || services.clock() >= Number(end)) return null;
  return isSameDigest(mac, macOf(id, passwordKey, services)) ? id : null;
};

const macOf = (id: string, passwordKey: string, { vault }: Runtime): string =>
  createHmac("sha256", vault.key("known-browser"))
    .update(JSON.stringify([id, passwordKey]))
    .digest("base64url");
