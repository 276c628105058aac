import type { AuditOrigin } from "../audit-actor.ts";
import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";

/** A person whose accounts are connected, known by a mail address that they have proven to own. */
export type PortalUser = {
  personId: string;
  /** The keyed digest of the address, so that addresses cannot be tried without the master key. */
  emailDigest: string;
  sealedEmail: string;
  createdAt: number;
};

/**
 * A session on the account site: of one Item, if it was opened from Link by the user who had just signed in
 * at the institution, or of a person with all of theirs. Times are ms since 1970.
 */
export type PortalSession = {
  sessionDigest: string;
  itemId: string | null;
  personId: string | null;
  openedAt: number;
  seenAt: number;
};

/** A code that was mailed to an address, to be typed in the session that asked for it. */
export type EmailCode = {
  sessionDigest: string;
  codeDigest: string;
  emailDigest: string;
  sealedEmail: string;
  expiresAt: number;
  /** The number of codes that the session has requested, this one included. */
  sent: number;
  /** The number of guesses since this code was sent, right or wrong. */
  guesses: number;
};

/** The port for the users of the account site and their sessions. */
export type PortalUserStore = {
  /** Starts a session, and uses up the one-time address that opens it; false if that was used before. */
  openSession(
    session: PortalSession,
    address: { addressId: string; expiresAt: number },
  ): Promise<boolean>;
  session(sessionDigest: string): Promise<PortalSession | null>;
  recordSeen(sessionDigest: string, seenAt: number): Promise<void>;
  endSession(sessionDigest: string): Promise<void>;
  byId(personId: string): Promise<PortalUser | null>;
  byEmailDigest(emailDigest: string): Promise<PortalUser | null>;
  /** Records a mail to a person; false if one was sent since `notSince`. */
  recordMail(personId: string, at: number, notSince: number): Promise<boolean>;
  /** Stores the code of a session in place of an earlier one; false beyond `mostSent` codes. */
  setCode(code: Omit<EmailCode, "sent" | "guesses">, mostSent: number): Promise<boolean>;
  code(sessionDigest: string): Promise<EmailCode | null>;
  /** Counts a guess of the code; returns false and counts nothing from `limit` on. */
  countGuess(sessionDigest: string, limit: number): Promise<boolean>;
  /**
   * Uses up the session's code: its Items and the session then belong to the person with the code's
   * address, or to `newPerson` if the address is new. False if there is no such code.
   */
  claim(code: EmailCode, newPerson: PortalUser): Promise<boolean>;
  /** The Items that a session is about and that were not removed, the newest first. */
  items(session: Pick<PortalSession, "itemId" | "personId">): Promise<PortalItem[]>;
  /** The Asset Reports that cover an Item and were not removed. */
  reports(itemId: string): Promise<{ assetReportId: string; createdAt: number }[]>;
  /**
   * Erases an Item with all data that was read of it, and the reports that were made of it; returns false and
   * changes nothing if it was removed or its access token rotated since it was read.
   */
  eraseItem(
    item: Pick<Item, "itemId" | "accessTokenGeneration" | "userId">,
    origin: AuditOrigin,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Deletes a person with their address and sessions. */
  remove(personId: string): Promise<void>;
};

/** An Item with the name by which its user knows the application; null if the application gave none. */
export type PortalItem = { item: Item; applicationName: string | null };
