import type { RedirectVia } from "../../../protocol/link/bridge.ts";

/**
 * A redirect of a user to their institution's site. Its secrets are stored as digests and are valid
 * once: the ticket that starts it, the callback's state, and the oauth_state_id with which the
 * application's page resumes the session.
 */
export type Redirect = {
  stateDigest: string;
  linkSessionId: string;
  via: RedirectVia;
  ticketDigest: string;
  /** The sealed address at the institution. */
  sealedUrl: string;
  /** The digest of the starting browser's cookie; null before the start. */
  cookieDigest: string | null;
  returnedAt: number | null;
  /** Null if the callback does not lead to the application's page. */
  stateIdDigest: string | null;
  stateIdUsedAt: number | null;
  expiresAt: number;
};

/** A redirect that no browser has started yet. */
export type NewRedirect = Pick<
  Redirect,
  "stateDigest" | "via" | "ticketDigest" | "sealedUrl" | "expiresAt"
>;

/** The port for redirects, which a session's move creates. */
export type RedirectStore = {
  byTicketDigest(digest: string): Promise<Redirect | null>;
  byStateDigest(digest: string): Promise<Redirect | null>;
  byStateIdDigest(digest: string): Promise<Redirect | null>;
  /** Uses up a ticket; exactly one of several calls returns true. */
  useTicket(ticketDigest: string, cookieDigest: string): Promise<boolean>;
  /** Uses up a state in the same way. */
  useState(
    stateDigest: string,
    at: { returnedAt: number; stateIdDigest: string | null },
  ): Promise<boolean>;
  /** Uses up an oauth_state_id in the same way. */
  useStateId(stateIdDigest: string, now: number): Promise<boolean>;
};
