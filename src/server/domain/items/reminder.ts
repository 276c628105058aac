import { createHmac } from "node:crypto";
import type { Language } from "../../../protocol/vocabulary.ts";
import { DAY_MS } from "../calendar.ts";
import type { Runtime } from "../runtime.ts";
import type { Item } from "./item.ts";

/** The contact of an Item's user, as known in their Link session. */
export type ItemContact = {
  language: Language;
  /** The application's address of the user: keyed digest, and sealed; null for none. */
  email: { digest: string; sealed: string } | null;
};

/** The recipient of an Item's reminders, and the application's name for them. */
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
   * Returns the recipient of an Item's reminders: an account-site user who wants reminders, or else
   * the application's address if its client has switched reminders on. Null for an address that has
   * opted out.
   */
  recipient(itemId: string): Promise<Recipient | null>;
  /** Sets the language of a person's reminders; null switches them off. */
  setLanguage(personId: string, language: Language | null): Promise<void>;
  languageOf(personId: string): Promise<Language | null>;
  /** Opts an address out of reminders from a moment on. */
  optOut(emailDigest: string, at: number): Promise<void>;
  optIn(emailDigest: string): Promise<void>;
  /** The Items whose consent ends in a period, of one client or all, the earliest end first. */
  expiring(request: {
    clientId: string | null;
    from: number;
    until: number;
    limit: number;
  }): Promise<ExpiringItem[]>;
};

/**
 * A reminder of the end of a consent, renewable by sign-in or reconfirmation, or of a broken login.
 */
export type Reminder = {
  /** The id, the same in every process that sends the reminder. */
  id: string;
  kind: "ends" | "reconfirm" | "broken";
  /** The end of the consent, or the time the login broke. */
  at: number;
  /** The time from which the reminder is replaced or useless. */
  usefulUntil: number;
};

/** How long a reminder's button works, unless the Item is renewed before. */
export const RENEWAL_LINK_MS = 14 * DAY_MS;

/**
 * Returns the secret of a reminder's link. The secret follows from the reminder, so that a repeated
 * attempt finds the first attempt's link.
 */
export const reminderSecret = (
  { vault }: Pick<Runtime, "vault">,
  { id }: Pick<Reminder, "id">,
): string => createHmac("sha256", vault.key("reminder-link")).update(id).digest("base64url");
