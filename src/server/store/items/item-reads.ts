import type { ItemReadStore } from "../../domain/items/shared-read.ts";
import type { Queryable } from "../tables.ts";

/** The reads of Items, a row for each kind. */
export const itemReads = (db: Queryable): ItemReadStore => ({
  find: async ({ itemId, kind }) => {
    const row = await db
      .selectFrom("item_read")
      .select(["revision", "outcome"])
      .where("item_id", "=", itemId)
      .where("kind", "=", kind)
      .executeTakeFirst();
    return row ?? { revision: 0, outcome: null };
  },

  // Each is a compare-and-set in one statement.
  claim: async ({ itemId, kind }, now, leaseUntil) => {
    const { numUpdatedRows } = await db
      .updateTable("item_read")
      .set({ lease_until: leaseUntil })
      .where("item_id", "=", itemId)
      .where("kind", "=", kind)
      .where((read) => read.or([read("lease_until", "is", null), read("lease_until", "<=", now)]))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto("item_read")
      .values({ item_id: itemId, kind, revision: 0, lease_until: leaseUntil, outcome: null })
      .onConflict((conflict) => conflict.columns(["item_id", "kind"]).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  },

  end: async ({ itemId, kind }, outcome) => {
    await db
      .updateTable("item_read")
      .set((read) => ({ revision: read("revision", "+", 1), lease_until: null, outcome }))
      .where("item_id", "=", itemId)
      .where("kind", "=", kind)
      .execute();
  },
});
