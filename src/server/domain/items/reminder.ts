import { createHmac } from "node:crypto";
import type { Language } from "../../../protocol/vocabulary.ts";
import { DAY_MS } from "../calendar.ts";
import type { Runtime } from "../runtime.ts";
import type { Item } from "./item.ts";

/** How the user of an Item is reached, as their Link session knew it. */
export type ItemContact = {
  language: Language;
  /** The address that the application gave, by its keyed digest and sealed; null for none. */
  email: { digest: string; sealed: string } | null;
};

/** The person that is reminded of an Item, and the name by which they know its application. */
type Recipient = {
  emailDigest: string;
  sealedEmail: string;
  language: Language;
  applicationName: string | null;
};

/** An Item whose consent ends soon. */
type ExpiringItem = Pick<Item, "itemId" | "clientId" | "institutionId"> & {
  consentExpiresAt: number;
};

/** The port for reminders by mail. */
export type ReminderStore = {
  /**
   * Returns the person that is reminded of an Item: the person of the account site who wants reminders, else
   * the address that the application gave, if its client has switched reminders on. Null for an address that
   * has opted out.
   */
  recipient(itemId: string): Promise<Recipient | null>;
  /** Sets the language of a person's reminders; null for none. */
  setLanguage(personId: string, language: Language | null): Promise<void>;
  languageOf(personId: string): Promise<Language | null>;
  /** Sends an address no more reminders, from a moment on. */
  optOut(emailDigest: string, at: number): Promise<void>;
  optIn(emailDigest: string): Promise<void>;
  /** The Items whose consent ends in a period, the next one first; of one client, or of all. */
  expiring(request: {
    clientId: string | null;
    from: number;
    until: number;
    limit: number;
  }): Promise<ExpiringItem[]>;
};

/** A reminder: of the end of a consent, which a sign-in or the person's yes renews, or of a login that does not work any more. */
export type Reminder = {
  /** The id, the same in each process that is about to send it. */
  id: string;
  kind: "ends" | "reconfirm" | "broken";
  /** When the consent ends, or the login stopped working. */
  at: number;
  /** The time from which another reminder replaces this one, or it has become useless. */
  usefulUntil: number;
};

/** How long the button of a reminder works, unless the Item is renewed before. */
export const RENEWAL_LINK_MS = 14 * DAY_MS;

/**
 * Returns the secret of a reminder's link. It follows from the reminder, so that a process that is about to send one
 * again finds the link of the first one.
 */
export const reminderSecret = (
  { vault }: Pick<Runtime, "vault">,
  { id }: Pick<Reminder, "id">,
): string => createHmac("sha256", vault.key("reminder-link")).update(id).digest("base64url");
