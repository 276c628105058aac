import type { ItemReadStore } from "../../domain/items/shared-read.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database } from "../tables.ts";

/** The reads of Items, a row for each kind. */
export const itemReads = (db: Database): ItemReadStore => ({
  find: readFinder(db),

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

function readFinder(db: Database): ItemReadStore["find"] {
  const find = preparedRead<
    { itemId: string; kind: string },
    { revision: number; outcome: string | null }
  >(db, (param) =>
    db
      .selectFrom("item_read")
      .select(["revision", "outcome"])
      .where("item_id", "=", param("itemId"))
      .where("kind", "=", param("kind")),
  );
  return async ({ itemId, kind }) =>
    (await find({ itemId, kind }))[0] ?? { revision: 0, outcome: null };
}
