import type { GrantStore } from "../../domain/grants/grant.ts";
import type { Database } from "../tables.ts";
import { nonEmpty } from "./end-grants.ts";

/** The accounts of a grant with whose they are, and whether these people let them be shown as one. */
export const grantMembers = (db: Database): Pick<GrantStore, "members" | "setJoins"> => ({
  members: async (grantId, filter) => {
    const rows = await db
      .selectFrom("access_grant_account as member")
      .innerJoin("item", "item.item_id", "member.item_id")
      .select([
        "member.item_id as itemId",
        "member.account_id as accountId",
        "member.reader_id as readerId",
        "member.joins",
        "item.client_id as clientId",
        "item.user_id as userId",
        "item.client_user_id as clientUserId",
      ])
      .where("member.grant_id", "=", grantId)
      .where((member) =>
        "itemIds" in filter
          ? member("member.item_id", "in", nonEmpty(filter.itemIds))
          : member("member.reader_id", "=", filter.readerId),
      )
      .orderBy("member.item_id")
      .orderBy("member.account_id")
      .execute();
    return rows.map(({ itemId, accountId, readerId, joins, ...person }) => ({
      ...{ itemId, accountId, readerId, person },
      joins: joins === 1,
    }));
  },

  setJoins: (grantId, itemIds, joins) =>
    db.transact(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("access_grant_account")
        .set({ joins: joins ? 1 : 0, reader_id: null })
        .where("grant_id", "=", grantId)
        .where("item_id", "in", nonEmpty(itemIds))
        .where("joins", "=", joins ? 0 : 1)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      // Those that are joined with them, or could be, are named again.
      await transaction
        .updateTable("access_grant_account")
        .set({ reader_id: null })
        .where("grant_id", "=", grantId)
        .where("joins", "=", 1)
        .execute();
      return true;
    }),
});
