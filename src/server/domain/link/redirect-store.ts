import type { RedirectVia } from "../../../protocol/bridge.ts";

/**
 * A user's way to the site of their institution and back. Its secrets are stored as digests, and each of
 * them is good once: the ticket with which the browser sets out, the state with which it comes back, and
 * the oauth_state_id by which the application's page goes on.
 */
export type Redirect = {
  stateDigest: string;
  linkSessionId: string;
  via: RedirectVia;
  ticketDigest: string;
  /** The address at the institution, sealed. */
  sealedUrl: string;
  /** Digest of the cookie of the browser that set out; null before. */
  cookieDigest: string | null;
  returnedAt: number | null;
  /** Null where the user does not come back by the application's page. */
  stateIdDigest: string | null;
  stateIdUsedAt: number | null;
  expiresAt: number;
};

/** A redirect that nobody has set out on, of the session that the step belongs to. */
export type NewRedirect = Pick<
  Redirect,
  "stateDigest" | "via" | "ticketDigest" | "sealedUrl" | "expiresAt"
>;

/** The port for redirects; a session's move creates them. */
export type RedirectStore = {
  byTicketDigest(digest: string): Promise<Redirect | null>;
  byStateDigest(digest: string): Promise<Redirect | null>;
  byStateIdDigest(digest: string): Promise<Redirect | null>;
  /** Uses up a ticket: of several calls one answers true. */
  useTicket(ticketDigest: string, cookieDigest: string): Promise<boolean>;
  /** Uses up a state, in the same way. */
  useState(
    stateDigest: string,
    at: { returnedAt: number; stateIdDigest: string | null },
  ): Promise<boolean>;
  /** Uses up an oauth_state_id, in the same way. */
  useStateId(stateIdDigest: string, now: number): Promise<boolean>;
};
