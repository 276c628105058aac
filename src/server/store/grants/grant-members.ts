import type { GrantStore } from "../../domain/grants/grant.ts";
import type { Database } from "../tables.ts";
import { nonEmpty } from "./end-grants.ts";

type Members = Pick<
  GrantStore,
  "members" | "setJoins" | "transactionAliases" | "forgetAliases" | "alignTransactions"
>;

/** The number of aliases in a statement: SQLite and PostgreSQL limit its parameters. */
const ALIASES_AT_ONCE = 200;

/** The accounts of a grant with their people, and the people's consent to join their accounts. */
export const grantMembers = (db: Database): Members => ({
  members: async (grantId, filter) => {
    const rows = await db
      .selectFrom("access_grant_account as member")
      .innerJoin("item", "item.item_id", "member.item_id")
      .select([
        "member.item_id as itemId",
        "member.account_id as accountId",
        "member.reader_id as readerId",
        "member.joins",
        "member.aligned",
        "item.client_id as clientId",
        "item.user_id as userId",
        "item.client_user_id as clientUserId",
      ])
      .where("member.grant_id", "=", grantId)
      .where((member) => {
        if ("itemIds" in filter) return member("member.item_id", "in", nonEmpty(filter.itemIds));
        if ("joins" in filter) return member("member.joins", "=", 1);
        if ("person" in filter) {
          const { clientId, userId, clientUserId } = filter.person;
          return member.and([
            member("item.client_id", "=", clientId),
            member.or([
              ...(userId === null ? [] : [member("item.user_id", "=", userId)]),
              ...(clientUserId === null ? [] : [member("item.client_user_id", "=", clientUserId)]),
            ]),
          ]);
        }
        return member("member.reader_id", filter.readerId === null ? "is" : "=", filter.readerId);
      })
      .orderBy("member.item_id")
      .orderBy("member.account_id")
      .execute();
    return rows.map(({ itemId, accountId, readerId, joins, aligned, ...person }) => ({
      ...{ itemId, accountId, readerId, aligned, person },
      joins: joins === 1,
    }));
  },

  setJoins: async (grantId, itemIds, joins) => {
    const { numUpdatedRows } = await db
      .updateTable("access_grant_account")
      .set({ joins: joins ? 1 : 0 })
      .where("grant_id", "=", grantId)
      .where("item_id", "in", nonEmpty(itemIds))
      .where("joins", "=", joins ? 0 : 1)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  transactionAliases: async (grantId, itemId) => {
    const rows = await db
      .selectFrom("access_grant_alias")
      .select(["transaction_id as id", "reader_id as readerId"])
      .where("grant_id", "=", grantId)
      .where("item_id", "=", itemId)
      .execute();
    return new Map(rows.map(({ id, readerId }) => [id, readerId]));
  },

  forgetAliases: async (grantId, { itemId, accountId }, { transactionIds, aligned }) => {
    for (let from = 0; from < transactionIds.length; from += ALIASES_AT_ONCE)
      await db
        .deleteFrom("access_grant_alias")
        .where("grant_id", "=", grantId)
        .where("item_id", "=", itemId)
        .where("transaction_id", "in", transactionIds.slice(from, from + ALIASES_AT_ONCE))
        .execute();
    await db
      .updateTable("access_grant_account")
      .set({ aligned })
      .where("grant_id", "=", grantId)
      .where("item_id", "=", itemId)
      .where("account_id", "=", accountId)
      .execute();
  },

  alignTransactions: (grantId, { itemId, accountId }, { aliases, aligned }) =>
    db.transact(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("access_grant_account")
        .set({ aligned })
        .where("grant_id", "=", grantId)
        .where("item_id", "=", itemId)
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      // The grant has ended since, or no longer shows the account.
      if (numUpdatedRows === 0n) return;
      const rows = [...aliases].map(([transaction_id, reader_id]) => ({
        ...{ grant_id: grantId, item_id: itemId, transaction_id, reader_id },
      }));
      for (let from = 0; from < rows.length; from += ALIASES_AT_ONCE)
        await transaction
          .insertInto("access_grant_alias")
          .values(rows.slice(from, from + ALIASES_AT_ONCE))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    }),
});
