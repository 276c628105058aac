import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";

/** Somebody whose accounts are connected, known by a mail address that they have proven to have. */
export type PortalUser = {
  personId: string;
  /** Finds the person by the address; keyed, so that nobody without the master key can try addresses. */
  emailDigest: string;
  sealedEmail: string;
  createdAt: number;
};

/**
 * A session on the account site: of one Item, when it was opened from Link by whoever had just signed in
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
  /** How many codes the session has asked for, this one included. */
  sent: number;
  /** How often a code was typed since this one was sent, right or wrong. */
  guesses: number;
};

/** The port for people and their sessions on the account site. */
export type PortalUserStore = {
  /** Starts a session, and uses up the one-time address that opens it; false where that was used before. */
  openSession(
    session: PortalSession,
    address: { addressId: string; expiresAt: number },
  ): Promise<boolean>;
  session(sessionDigest: string): Promise<PortalSession | null>;
  recordSeen(sessionDigest: string, seenAt: number): Promise<void>;
  endSession(sessionDigest: string): Promise<void>;
  byId(personId: string): Promise<PortalUser | null>;
  byEmailDigest(emailDigest: string): Promise<PortalUser | null>;
  /** Marks that a mail goes to a person; false where one went since `notSince`. */
  recordMail(personId: string, at: number, notSince: number): Promise<boolean>;
  /** Stores the code of a session in place of an earlier one; false beyond `mostSent` codes. */
  setCode(code: Omit<EmailCode, "sent" | "guesses">, mostSent: number): Promise<boolean>;
  code(sessionDigest: string): Promise<EmailCode | null>;
  /** Counts a guess of the code; false, and nothing counted, from `most` on. */
  countGuess(sessionDigest: string, most: number): Promise<boolean>;
  /**
   * Uses up the session's code: its Items become those of the person who has the code's address, of
   * `newPerson` where nobody has it, and so does the session. False if there is no such code.
   */
  claim(code: EmailCode, newPerson: PortalUser): Promise<boolean>;
  /** The Items that a session is about and that were not removed, the newest first. */
  items(session: Pick<PortalSession, "itemId" | "personId">): Promise<PortalItem[]>;
  /** The Asset Reports that cover an Item and were not removed. */
  reports(itemId: string): Promise<{ assetReportId: string; createdAt: number }[]>;
  /**
   * Erases an Item with all that was read of it, and the reports that were made of it; false, and nothing
   * changed, if it was removed or its access token rotated since it was read.
   */
  eraseItem(
    item: Pick<Item, "itemId" | "accessTokenGeneration" | "userId">,
    now: number,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Deletes a person with their address and sessions. */
  remove(personId: string): Promise<void>;
};

/** An Item with the name by which its user knows the application; null where it told none. */
export type PortalItem = { item: Item; applicationName: string | null };
