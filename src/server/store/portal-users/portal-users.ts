import type {
  EmailCode,
  PortalItem,
  PortalSession,
  PortalUser,
  PortalUserStore,
} from "../../domain/portal-users/portal-user.ts";
import { eraseItem, reportsOfItem } from "../erasure/erase-item.ts";
import { ITEM, itemOfRow } from "../items/item-finders.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Database, Queryable } from "../tables.ts";

const SESSION = [
  "session_digest as sessionDigest",
  "item_id as itemId",
  "person_id as personId",
  "opened_at as openedAt",
  "seen_at as seenAt",
] as const;

/** People and their sessions on the account site. */
export const portalUsers = (db: Database, writeWithOutbox: WriteWithOutbox): PortalUserStore => ({
  openSession: (session, { addressId, expiresAt }) =>
    db.transact(async (transaction) => {
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto("used_one_time_address")
        .values({ address_id: addressId, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) return false;
      await transaction
        .insertInto("person_session")
        .values({
          session_digest: session.sessionDigest,
          item_id: session.itemId,
          person_id: session.personId,
          opened_at: session.openedAt,
          seen_at: session.seenAt,
        })
        .execute();
      return true;
    }),

  session: async (sessionDigest) =>
    (await db
      .selectFrom("person_session")
      .select(SESSION)
      .where("session_digest", "=", sessionDigest)
      .executeTakeFirst()) ?? null,

  recordSeen: async (sessionDigest, seenAt) => {
    await db
      .updateTable("person_session")
      .set({ seen_at: seenAt })
      .where("session_digest", "=", sessionDigest)
      .execute();
  },

  endSession: async (sessionDigest) => {
    await db.deleteFrom("person_session").where("session_digest", "=", sessionDigest).execute();
  },

  byId: (personId) => findPerson(db, "person_id", personId),

  byEmailDigest: (digest) => findPerson(db, "email_digest", digest),

  recordMail: async (personId, at, notSince) => {
    const { numUpdatedRows } = await db
      .updateTable("person")
      .set({ mailed_at: at })
      .where("person_id", "=", personId)
      .where((person) =>
        person.or([person("mailed_at", "is", null), person("mailed_at", "<=", notSince)]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  setCode: (code, maxMails) =>
    db.transact(async (transaction) => {
      const previous = await findCode(transaction, code.sessionDigest);
      if (previous && previous.sent >= maxMails) return false;
      const { session_digest, ...columns } = codeRow({
        ...code,
        sent: (previous?.sent ?? 0) + 1,
        guesses: 0,
      });
      await transaction
        .insertInto("email_code")
        .values({ session_digest, ...columns })
        .onConflict((conflict) => conflict.column("session_digest").doUpdateSet(columns))
        .execute();
      return true;
    }),

  code: (sessionDigest) => findCode(db, sessionDigest),

  countGuess: async (sessionDigest, limit) => {
    const { numUpdatedRows } = await db
      .updateTable("email_code")
      .set((row) => ({ guesses: row("guesses", "+", 1) }))
      .where("session_digest", "=", sessionDigest)
      .where("guesses", "<", limit)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  claim: (code, newPerson) => db.transact((transaction) => claim(transaction, code, newPerson)),

  items: (session) => itemsOfSession(db, session),

  reports: (itemId) => reportsOfItem(db, itemId),

  eraseItem: (item, origin, jobs) =>
    writeWithOutbox(jobs, (transaction) => eraseItem(transaction, item, origin)),

  remove: async (personId) => {
    await db.transact(async (transaction) => {
      await transaction.deleteFrom("person").where("person_id", "=", personId).execute();
    });
  },
});

async function claim(
  transaction: Queryable,
  code: EmailCode,
  newPerson: PortalUser,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("email_code")
    .where("session_digest", "=", code.sessionDigest)
    .where("code_digest", "=", code.codeDigest)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await transaction
    .insertInto("person")
    .values({
      person_id: newPerson.personId,
      email_digest: newPerson.emailDigest,
      sealed_email: newPerson.sealedEmail,
      mailed_at: null,
      reminder_language: null,
      created_at: newPerson.createdAt,
    })
    .onConflict((conflict) => conflict.column("email_digest").doNothing())
    .execute();
  const person = await findPerson(transaction, "email_digest", code.emailDigest);
  const session = await transaction
    .selectFrom("person_session")
    .select(SESSION)
    .where("session_digest", "=", code.sessionDigest)
    .executeTakeFirst();
  if (!person || !session) return false;
  const { personId } = person;
  for (const { item } of await itemsOfSession(transaction, session))
    await transaction
      .insertInto("person_item")
      .values({ item_id: item.itemId, person_id: personId })
      .onConflict((conflict) => conflict.column("item_id").doUpdateSet({ person_id: personId }))
      .execute();
  await transaction
    .updateTable("person_session")
    .set({ person_id: personId, item_id: null })
    .where("session_digest", "=", code.sessionDigest)
    .execute();
  // A changed address keeps the person: the record of the previous address is no longer used.
  if (session.personId !== null && session.personId !== personId)
    await transaction.deleteFrom("person").where("person_id", "=", session.personId).execute();
  return true;
}

const findPerson = async (
  db: Queryable,
  key: "person_id" | "email_digest",
  value: string,
): Promise<PortalUser | null> =>
  (await db
    .selectFrom("person")
    .select([
      "person_id as personId",
      "email_digest as emailDigest",
      "sealed_email as sealedEmail",
      "created_at as createdAt",
    ])
    .where(key, "=", value)
    .executeTakeFirst()) ?? null;

const findCode = async (db: Queryable, sessionDigest: string): Promise<EmailCode | null> =>
  (await db
    .selectFrom("email_code")
    .select([
      "session_digest as sessionDigest",
      "code_digest as codeDigest",
      "email_digest as emailDigest",
      "sealed_email as sealedEmail",
      "expires_at as expiresAt",
      "sent",
      "guesses",
    ])
    .where("session_digest", "=", sessionDigest)
    .executeTakeFirst()) ?? null;

const codeRow = (code: EmailCode) => ({
  session_digest: code.sessionDigest,
  code_digest: code.codeDigest,
  email_digest: code.emailDigest,
  sealed_email: code.sealedEmail,
  expires_at: code.expiresAt,
  sent: code.sent,
  guesses: code.guesses,
});

/** The Items that a session is about and that were not removed, the newest first. */
const itemsOfSession = async (
  db: Queryable,
  { itemId, personId }: Pick<PortalSession, "itemId" | "personId">,
): Promise<PortalItem[]> => {
  // Two statements: for one with both conditions PostgreSQL would read all Items.
  const itemIds = personId === null ? [] : await loadItemIds(db, personId);
  if (itemId !== null) itemIds.push(itemId);
  const rows = await db
    .selectFrom("item")
    .select([...ITEM, "application_name"])
    .where("removed_at", "is", null)
    .where("item_id", "in", itemIds)
    .where(isOfPresentClient("item"))
    .orderBy("created_at", "desc")
    .orderBy("item_id")
    .execute();
  return rows.map(({ application_name: applicationName, ...row }) => ({
    item: itemOfRow(row),
    applicationName,
  }));
};

async function loadItemIds(db: Queryable, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("person_item")
    .select("item_id as itemId")
    .where("person_id", "=", personId)
    .execute();
  return rows.map(({ itemId }) => itemId);
}
