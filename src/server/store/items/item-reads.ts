import type { ItemRead, ItemReadStore } from "../../domain/items/shared-read.ts";
import { preparedQuery, preparedRead } from "../prepared-query.ts";
import type { Database } from "../tables.ts";

/** The reads of Items, a row for each kind. */
export const itemReads = (db: Database): ItemReadStore => {
  // Each is a compare-and-set in one statement.
  const takeOver = preparedQuery<Claim, { revision: number }>(db, (param) =>
    db
      .updateTable("item_read")
      .set({ lease_until: param("leaseUntil") })
      .where("item_id", "=", param("itemId"))
      .where("kind", "=", param("kind"))
      .where((read) =>
        read.or([read("lease_until", "is", null), read("lease_until", "<=", param("now"))]),
      )
      .returning("revision"),
  );
  const begin = preparedQuery<Omit<Claim, "now">, { revision: number }>(db, (param) =>
    db
      .insertInto("item_read")
      .values({
        ...{ item_id: param("itemId"), kind: param("kind"), revision: 0 },
        ...{ lease_until: param("leaseUntil"), outcome: null },
      })
      .onConflict((conflict) => conflict.columns(["item_id", "kind"]).doNothing())
      .returning("revision"),
  );
  const heldBy = ({ itemId, kind }: ItemRead, held: number) =>
    db
      .updateTable("item_read")
      .where("item_id", "=", itemId)
      .where("kind", "=", kind)
      .where("lease_until", "=", held);
  return {
    find: readFinder(db),

    claim: async ({ itemId, kind }, now, leaseUntil) => {
      const claim = { itemId, kind, leaseUntil };
      if ((await takeOver({ ...claim, now })).length > 0) return true;
      return (await begin(claim)).length > 0;
    },

    renew: async (read, held, leaseUntil) => {
      const { numUpdatedRows } = await heldBy(read, held)
        .set({ lease_until: leaseUntil })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    end: async (read, held, outcome) => {
      await heldBy(read, held)
        .set((row) => ({ revision: row("revision", "+", 1), lease_until: null, outcome }))
        .execute();
    },
  };
};

type Claim = { itemId: string; kind: string; now: number; leaseUntil: number };

function readFinder(db: Database): ItemReadStore["find"] {
  const find = preparedRead<
    { itemId: string; kind: string },
    { revision: number; outcome: string | null; leaseUntil: number | null }
  >(db, (param) =>
    db
      .selectFrom("item_read")
      .select(["revision", "outcome", "lease_until as leaseUntil"])
      .where("item_id", "=", param("itemId"))
      .where("kind", "=", param("kind")),
  );
  return async ({ itemId, kind }) => {
    const [row] = await find({ itemId, kind });
    if (!row) return { revision: 0, outcome: null, leaseUntil: null };
    return { ...row, leaseUntil: row.leaseUntil === null ? null : Number(row.leaseUntil) };
  };
}
