import type { GrantLinkStore } from "../../domain/grants/grant-link.ts";
import type { SessionResult } from "../../domain/link/session-result.ts";
import { appendEntry } from "../audit/audit-log.ts";
import { endLinkSessions } from "../link/end-link-sessions.ts";
import type { Database, Queryable } from "../tables.ts";

const LINK = [
  "link_id as linkId",
  "grant_id as grantId",
  "link_token_digest as linkTokenDigest",
  "reference",
  "details",
  "access_days as accessDays",
  "created_at as createdAt",
  "expires_at as expiresAt",
  "linked_at as linkedAt",
  "item_id as itemId",
] as const;

/** The links of grants. */
export const grantLinks = (db: Database): GrantLinkStore => ({
  create: async (link) => {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto("grant_link")
      .values({
        link_id: link.linkId,
        grant_id: link.grantId,
        link_token_digest: link.linkTokenDigest,
        reference: link.reference,
        details: link.details,
        access_days: link.accessDays,
        created_at: link.createdAt,
        expires_at: link.expiresAt,
        linked_at: link.linkedAt,
        item_id: link.itemId,
      })
      .onConflict((conflict) => conflict.columns(["grant_id", "reference"]).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  },

  byId: async (grantId, linkId) =>
    (await selectLinks(db, grantId).where("link_id", "=", linkId).executeTakeFirst()) ?? null,

  list: async (grantId, { limit, offset }) => {
    const links = await selectLinks(db, grantId)
      .orderBy("created_at", "desc")
      .orderBy("link_id")
      .limit(limit)
      .offset(offset)
      .execute();
    const { count } = await db
      .selectFrom("grant_link")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("grant_id", "=", grantId)
      .executeTakeFirstOrThrow();
    return { links, count: Number(count) };
  },

  linked: (grantId, itemId) =>
    selectLinks(db, grantId)
      .where("item_id", "is not", null)
      .$if(itemId !== undefined, (query) => query.where("item_id", "=", itemId ?? ""))
      .orderBy("link_id")
      .execute(),

  countOpen: async (grantId, now) => {
    const { count } = await db
      .selectFrom("grant_link")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("grant_id", "=", grantId)
      .where("item_id", "is", null)
      .where("expires_at", ">", now)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  remove: (grantId, linkId, now) =>
    db.transact(async (transaction) => {
      await endLinkSessions(
        transaction,
        (link) => link.and([link("grant_id", "=", grantId), link("link_id", "=", linkId)]),
        now,
      );
      const link = await transaction
        .deleteFrom("grant_link")
        .where("grant_id", "=", grantId)
        .where("link_id", "=", linkId)
        .returning("item_id as itemId")
        .executeTakeFirst();
      if (!link) return false;
      const { itemId } = link;
      if (itemId === null) return true;
      const others = await selectLinks(transaction, grantId)
        .where("item_id", "=", itemId)
        .execute();
      if (others.length > 0) return true;
      await transaction
        .deleteFrom("access_grant_account")
        .where("grant_id", "=", grantId)
        .where("item_id", "=", itemId)
        .execute();
      return true;
    }),
});

/**
 * Adds a new Item to the grant whose link connected it, within the same transaction. Other link
 * tokens have no grant.
 */
export const joinGrant = async (
  transaction: Queryable,
  linkTokenDigest: string,
  { itemId, connectedAt }: SessionResult,
): Promise<void> => {
  const link = await transaction
    .updateTable("grant_link")
    .set({ item_id: itemId, linked_at: connectedAt })
    .where("link_token_digest", "=", linkTokenDigest)
    .returning(["link_id as linkId", "grant_id as grantId"])
    .executeTakeFirst();
  if (!link) return;
  const isThere = await transaction
    .selectFrom("access_grant_account")
    .select("account_id")
    .where("grant_id", "=", link.grantId)
    .where("item_id", "=", itemId)
    .limit(1)
    .executeTakeFirst();
  // A renewal adds nothing if the grant already shows some of the Item's accounts.
  if (!isThere) await addAccounts(transaction, link.grantId, itemId);
  await appendEntry(transaction, {
    at: connectedAt,
    actor: { kind: "user", name: link.linkId },
    action: "grant.change",
    subject: link.grantId,
    details: { [isThere ? "renewed_items" : "added_items"]: [itemId] },
  });
};

async function addAccounts(transaction: Queryable, grantId: string, itemId: string): Promise<void> {
  const accounts = await transaction
    .selectFrom("item_account")
    .select("account_id as accountId")
    .where("item_id", "=", itemId)
    .execute();
  if (accounts.length === 0) return;
  await transaction
    .insertInto("access_grant_account")
    .values(
      accounts.map(({ accountId }) => ({
        grant_id: grantId,
        item_id: itemId,
        account_id: accountId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const selectLinks = (db: Queryable, grantId: string) =>
  db.selectFrom("grant_link").select(LINK).where("grant_id", "=", grantId);
