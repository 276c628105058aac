import type { RedirectVia } from "../../../protocol/link/bridge.ts";

/**
 * A redirect of a user to the site of their institution. Its secrets are stored as digests, and each of
 * them is valid once: the ticket with which the browser starts, the state of the callback, and the
 * oauth_state_id by which the application's page resumes the session.
 */
export type Redirect = {
  stateDigest: string;
  linkSessionId: string;
  via: RedirectVia;
  ticketDigest: string;
  /** The address at the institution, sealed. */
  sealedUrl: string;
  /** Digest of the cookie of the browser that started it; null before. */
  cookieDigest: string | null;
  returnedAt: number | null;
  /** Null if the callback does not lead to the application's page. */
  stateIdDigest: string | null;
  stateIdUsedAt: number | null;
  expiresAt: number;
};

/** A redirect that no browser has started yet, of the session that the step belongs to. */
export type NewRedirect = Pick<
  Redirect,
  "stateDigest" | "via" | "ticketDigest" | "sealedUrl" | "expiresAt"
>;

/** The port for redirects; a session's move creates them. */
export type RedirectStore = {
  byTicketDigest(digest: string): Promise<Redirect | null>;
  byStateDigest(digest: string): Promise<Redirect | null>;
  byStateIdDigest(digest: string): Promise<Redirect | null>;
  /** Uses up a ticket: only one of several calls returns true. */
  useTicket(ticketDigest: string, cookieDigest: string): Promise<boolean>;
  /** Uses up a state, in the same way. */
  useState(
    stateDigest: string,
    at: { returnedAt: number; stateIdDigest: string | null },
  ): Promise<boolean>;
  /** Uses up an oauth_state_id, in the same way. */
  useStateId(stateIdDigest: string, now: number): Promise<boolean>;
};
