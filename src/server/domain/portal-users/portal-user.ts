import type { AuditOrigin } from "../audit-actor.ts";
import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";

/** A person whose accounts are connected, identified by a verified mail address. */
export type PortalUser = {
  personId: string;
  /** The keyed digest of the address, so that guessing addresses needs the master key. */
  emailDigest: string;
  sealedEmail: string;
  createdAt: number;
};

/**
 * A session on the account site. A session from Link, right after the user's sign-in at the
 * institution, has one Item; any other has all Items of a person. Times are ms since 1970.
 */
export type PortalSession = {
  sessionDigest: string;
  itemId: string | null;
  personId: string | null;
  openedAt: number;
  seenAt: number;
};

/** A code mailed to an address, valid only in the session that requested it. */
export type EmailCode = {
  sessionDigest: string;
  codeDigest: string;
  emailDigest: string;
  sealedEmail: string;
  expiresAt: number;
  /** The number of requested codes in the session, including this one. */
  sent: number;
  /** The number of guesses since this code was sent, right or wrong. */
  guesses: number;
};

/** The port for the users of the account site and their sessions. */
export type PortalUserStore = {
  /** Starts a session, and uses up its one-time address; false for a used address. */
  openSession(
    session: PortalSession,
    address: { addressId: string; expiresAt: number },
  ): Promise<boolean>;
  session(sessionDigest: string): Promise<PortalSession | null>;
  recordSeen(sessionDigest: string, seenAt: number): Promise<void>;
  endSession(sessionDigest: string): Promise<void>;
  byId(personId: string): Promise<PortalUser | null>;
  byEmailDigest(emailDigest: string): Promise<PortalUser | null>;
  /** Records a mail to a person; false if a mail was sent since `notSince`. */
  recordMail(personId: string, at: number, notSince: number): Promise<boolean>;
  /** Stores a session's code in place of an earlier code; false after `mostSent` codes. */
  setCode(code: Omit<EmailCode, "sent" | "guesses">, mostSent: number): Promise<boolean>;
  code(sessionDigest: string): Promise<EmailCode | null>;
  /** Counts a guess of the code; false without counting once `limit` is reached. */
  countGuess(sessionDigest: string, limit: number): Promise<boolean>;
  /**
   * Uses up the session's code. Its Items and the session then belong to the person with the code's
   * address, or to `newPerson` for a new address. False for an unknown code.
   */
  claim(code: EmailCode, newPerson: PortalUser): Promise<boolean>;
  /** The session's existing Items, the newest first. */
  items(session: Pick<PortalSession, "itemId" | "personId">): Promise<PortalItem[]>;
  /** The existing Asset Reports that cover an Item. */
  reports(itemId: string): Promise<{ assetReportId: string; createdAt: number }[]>;
  /**
   * Erases an Item with all its data, and the reports that include it; false without changes if it
   * was removed, or its access token rotated since.
   */
  eraseItem(
    item: Pick<Item, "itemId" | "accessTokenGeneration" | "userId">,
    origin: AuditOrigin,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Deletes a person with their address and sessions. */
  remove(personId: string): Promise<void>;
};

/** An Item with the application's name as its user knows it; null if the application gave none. */
export type PortalItem = { item: Item; applicationName: string | null };
