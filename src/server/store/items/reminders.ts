import type { ItemContact, ReminderStore } from "../../domain/items/reminder.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Database, Queryable } from "../tables.ts";

/** Reminders by mail: their switches, and their recipients. */
export const reminders = (db: Database): ReminderStore => ({
  recipient: async (itemId) => {
    const row = await db
      .selectFrom("item")
      .leftJoin("item_contact as contact", "contact.item_id", "item.item_id")
      .leftJoin("client_alert as alert", "alert.client_id", "item.client_id")
      .leftJoin("person_item", "person_item.item_id", "item.item_id")
      .leftJoin("person", "person.person_id", "person_item.person_id")
      .select([
        "item.application_name as applicationName",
        "alert.remind_users as isOn",
        "contact.language",
        "contact.email_digest as digest",
        "contact.sealed_email as sealed",
        "person.reminder_language as personLanguage",
        "person.email_digest as personDigest",
        "person.sealed_email as personSealed",
      ])
      .where("item.item_id", "=", itemId)
      .where("item.removed_at", "is", null)
      .executeTakeFirst();
    if (!row) return null;
    const { applicationName, isOn, language, digest, sealed } = row;
    const { personLanguage, personDigest, personSealed } = row;
    const candidates = [
      { emailDigest: personDigest, sealedEmail: personSealed, language: personLanguage },
      ...(isOn === 1 ? [{ emailDigest: digest, sealedEmail: sealed, language }] : []),
    ];
    for (const { emailDigest, sealedEmail, language } of candidates)
      if (emailDigest !== null && sealedEmail !== null && language !== null)
        return (await hasOptedOut(db, emailDigest))
          ? null
          : { emailDigest, sealedEmail, language, applicationName };
    return null;
  },

  setLanguage: async (personId, language) => {
    await db
      .updateTable("person")
      .set({ reminder_language: language })
      .where("person_id", "=", personId)
      .execute();
  },

  languageOf: async (personId) => {
    const row = await db
      .selectFrom("person")
      .select("reminder_language as language")
      .where("person_id", "=", personId)
      .executeTakeFirst();
    return row?.language ?? null;
  },

  optOut: async (emailDigest, at) => {
    await db
      .insertInto("reminder_opt_out")
      .values({ email_digest: emailDigest, at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  optIn: async (emailDigest) => {
    await db.deleteFrom("reminder_opt_out").where("email_digest", "=", emailDigest).execute();
  },

  expiring: async ({ clientId, from, until, limit }) => {
    const rows = await db
      .selectFrom("item")
      .select(["item_id as itemId", "client_id as clientId", "institution_id as institutionId"])
      .select("consent_expires_at as consentExpiresAt")
      .where("consent_expires_at", ">=", from)
      .where("consent_expires_at", "<", until)
      .where("consent_expires_at", "is not", null)
      .where("removed_at", "is", null)
      .$if(clientId !== null, (query) => query.where("client_id", "=", clientId ?? ""))
      .where((item) =>
        item.or([item("error", "is", null), item("error", "!=", "USER_PERMISSION_REVOKED")]),
      )
      .where(isOfPresentClient("item"))
      .orderBy("consent_expires_at")
      .orderBy("client_id")
      .orderBy("item_id")
      .limit(limit)
      .execute();
    return rows.map(({ consentExpiresAt, ...item }) => ({
      ...item,
      consentExpiresAt: consentExpiresAt ?? 0,
    }));
  },
});

async function hasOptedOut(db: Queryable, emailDigest: string): Promise<boolean> {
  const row = await db
    .selectFrom("reminder_opt_out")
    .select("at")
    .where("email_digest", "=", emailDigest)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the contact of an Item's user; without an address an earlier one stays. */
export const setContact = async (
  transaction: Queryable,
  itemId: string,
  { language, email }: ItemContact,
): Promise<void> => {
  const address = email && { email_digest: email.digest, sealed_email: email.sealed };
  await transaction
    .insertInto("item_contact")
    .values({ item_id: itemId, language, email_digest: null, sealed_email: null, ...address })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet({ language, ...address }))
    .execute();
};
