import type { AccountRef, GrantStore } from "../../domain/grants/grant.ts";
import { type Condition, endLinkSessions } from "../link/end-link-sessions.ts";
import type { Database, Queryable } from "../tables.ts";
import { deleteEmptyGrants, deleteGrants, nonEmpty } from "./end-grants.ts";
import { isEndedKey, keepEndedKeys } from "./ended-keys.ts";
import { grantMembers } from "./grant-members.ts";

const GRANT = [
  "grant_id as grantId",
  "door",
  "client_id as clientId",
  "name",
  "from_date as fromDate",
  "pending",
  "until",
  "created_at as createdAt",
  "used_at as usedAt",
  "used_from as usedFrom",
] as const;

/** Grants, their accounts, and the networks of their last day of use. */
export const grants = (db: Database): GrantStore => ({
  ...grantMembers(db),

  add: (grant, { claim, secretDigest }, accounts) =>
    db.transact(async (transaction) => {
      await transaction
        .insertInto("access_grant")
        .values({
          grant_id: grant.grantId,
          door: grant.door,
          client_id: grant.clientId,
          name: grant.name,
          from_date: grant.fromDate,
          pending: grant.pending,
          until: grant.until,
          created_at: grant.createdAt,
          claim_digest: claim?.digest ?? null,
          claim_expires_at: claim?.expiresAt ?? null,
          secret_digest: secretDigest,
          used_at: grant.usedAt,
          used_from: grant.usedFrom,
        })
        .execute();
      await addAccounts(transaction, grant.grantId, accounts);
    }),

  change: (grantId, { name, fromDate, pending, until }, accounts) =>
    db.transact(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("access_grant")
        .set({ name, from_date: fromDate, pending, until })
        .where("grant_id", "=", grantId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const isShown = isIn(accounts);
      const before = await loadAccounts(transaction, [grantId]);
      for (const { itemId, accountId } of before.filter((ref) => !isShown(ref)))
        await transaction
          .deleteFrom("access_grant_account")
          .where("grant_id", "=", grantId)
          .where("item_id", "=", itemId)
          .where("account_id", "=", accountId)
          .execute();
      const wasShown = isIn(before);
      await addAccounts(
        transaction,
        grantId,
        accounts.filter((ref) => !wasShown(ref)),
      );
      return true;
    }),

  byId: async (grantId) => {
    const row = await db
      .selectFrom("access_grant")
      .select([...GRANT, "secret_digest as secretDigest"])
      .where("grant_id", "=", grantId)
      .executeTakeFirst();
    if (!row) return null;
    const { secretDigest, ...grant } = row;
    return { grant, secretDigest };
  },

  accounts: async (grantId, itemIds) =>
    (await loadAccounts(db, [grantId], itemIds)).map(({ itemId, accountId }) => ({
      itemId,
      accountId,
    })),

  readerIds: async (grantId, filter) =>
    await db
      .selectFrom("access_grant_account")
      .select(["item_id as itemId", "account_id as accountId", "reader_id as readerId"])
      .where("grant_id", "=", grantId)
      .where((account) =>
        "itemIds" in filter
          ? account("item_id", "in", nonEmpty(filter.itemIds))
          : account("reader_id", filter.readerId === null ? "is" : "=", filter.readerId),
      )
      .orderBy("item_id")
      .orderBy("account_id")
      .execute(),

  setReaderIds: async (grantId, accounts) => {
    for (const { itemId, accountId, readerId } of accounts)
      await db
        .updateTable("access_grant_account")
        .set({ reader_id: readerId })
        .where("grant_id", "=", grantId)
        .where("item_id", "=", itemId)
        .where("account_id", "=", accountId)
        .where("reader_id", "is", null)
        .execute();
  },

  forgetReaderIds: async (grantId, accounts) => {
    for (const { itemId, accountId } of accounts)
      await db
        .updateTable("access_grant_account")
        .set({ reader_id: null })
        .where("grant_id", "=", grantId)
        .where("item_id", "=", itemId)
        .where("account_id", "=", accountId)
        .execute();
  },

  claim: (claimDigest, secretDigest, now) =>
    db.transact(async (transaction) => {
      const row = await transaction
        .updateTable("access_grant")
        .set({ claim_digest: null, claim_expires_at: null, secret_digest: secretDigest })
        .where("claim_digest", "=", claimDigest)
        .where("claim_expires_at", ">", now)
        .where((grant) => grant.or([grant("until", "is", null), grant("until", ">", now)]))
        .returning("grant_id as grantId")
        .executeTakeFirst();
      if (!row) return null;
      await keepEndedKeys(transaction, [claimDigest], now);
      return row.grantId;
    }),

  isEndedKey: (digest) => isEndedKey(db, digest),

  list: async (itemIds) => {
    const rows = await db
      .selectFrom("access_grant")
      .select(GRANT)
      .$if(itemIds !== undefined, (query) =>
        query.where("grant_id", "in", ({ selectFrom }) =>
          selectFrom("access_grant_account")
            .select("access_grant_account.grant_id")
            .where("item_id", "in", nonEmpty(itemIds ?? [])),
        ),
      )
      .orderBy("created_at", "desc")
      .orderBy("grant_id")
      .execute();
    const accounts = await loadAccounts(
      db,
      rows.map(({ grantId }) => grantId),
    );
    const byGrant = new Map(rows.map(({ grantId }): [string, AccountRef[]] => [grantId, []]));
    for (const { grantId, itemId, accountId } of accounts)
      byGrant.get(grantId)?.push({ itemId, accountId });
    return rows.map((row) => ({ grant: row, accounts: byGrant.get(row.grantId) ?? [] }));
  },

  end: (grantId, now, itemIds) =>
    db.transact(async (transaction) => {
      await endLinkSessions(transaction, selectLinks(grantId, itemIds), now);
      if (itemIds === undefined) {
        const ended = await deleteGrants(
          transaction,
          (grant) => grant("grant_id", "=", grantId),
          now,
        );
        return ended.length > 0;
      }
      const { numDeletedRows } = await transaction
        .deleteFrom("access_grant_account")
        .where("grant_id", "=", grantId)
        .where("item_id", "in", nonEmpty(itemIds))
        .executeTakeFirst();
      await deleteEmptyGrants(transaction, [grantId], now);
      return numDeletedRows > 0n;
    }),

  recordUse: ({ grantId, at, day, address }) =>
    db.transact(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("access_grant")
        .set({ used_at: at, used_from: address })
        .where("grant_id", "=", grantId)
        .executeTakeFirst();
      // The grant has ended since.
      if (numUpdatedRows === 0n) return false;
      await transaction
        .deleteFrom("access_grant_use")
        .where("grant_id", "=", grantId)
        .where("day", "<", day)
        .execute();
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto("access_grant_use")
        .values({ grant_id: grantId, day, address })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    }),
});

/** The links of a grant, or the links that renew some Items. */
const selectLinks =
  (grantId: string, itemIds?: readonly string[]): Condition<"grant_link"> =>
  (link) =>
    link.and([
      link("grant_id", "=", grantId),
      ...(itemIds
        ? [
            link(
              "link_token_digest",
              "in",
              link
                .selectFrom("link_token")
                .select("digest")
                .where("update_item_id", "in", nonEmpty(itemIds)),
            ),
          ]
        : []),
    ]);

const isIn = (refs: readonly AccountRef[]): ((ref: AccountRef) => boolean) => {
  const toKey = ({ itemId, accountId }: AccountRef) => JSON.stringify([itemId, accountId]);
  const keys = new Set(refs.map(toKey));
  return (ref) => keys.has(toKey(ref));
};

/** Adds the accounts that a grant does not show yet. */
const addAccounts = async (
  transaction: Queryable,
  grantId: string,
  accounts: readonly AccountRef[],
): Promise<void> => {
  if (accounts.length === 0) return;
  await transaction
    .insertInto("access_grant_account")
    .values(
      accounts.map(({ itemId, accountId }) => ({
        grant_id: grantId,
        item_id: itemId,
        account_id: accountId,
      })),
    )
    .execute();
};

const loadAccounts = async (
  db: Queryable,
  grantIds: readonly string[],
  itemIds?: readonly string[],
): Promise<(AccountRef & { grantId: string })[]> =>
  grantIds.length === 0
    ? []
    : await db
        .selectFrom("access_grant_account")
        .select(["grant_id as grantId", "item_id as itemId", "account_id as accountId"])
        .where("grant_id", "in", grantIds)
        .$if(itemIds !== undefined, (query) =>
          query.where("item_id", "in", nonEmpty(itemIds ?? [])),
        )
        .orderBy("grant_id")
        .orderBy("item_id")
        .orderBy("account_id")
        .execute();
