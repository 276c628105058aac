import { sql } from "kysely";
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
      .columns(["item_id", "kind", "revision", "lease_until"])
      // A row of an Item that is removed would stay for good.
      .expression(({ cast, selectFrom }) =>
        selectFrom("item")
          .select([
            "item_id",
            param("kind").as("kind"),
            cast<number>(sql.lit(0), "bigint").as("revision"),
            cast<number>(param("leaseUntil"), "bigint").as("lease_until"),
          ])
          .where("item_id", "=", param("itemId"))
          .where("removed_at", "is", null),
      )
      .onConflict((conflict) => conflict.columns(["item_id", "kind"]).doNothing())
      .returning("revision"),
  );
  const heldBy = ({ itemId, kind }: ItemRead, held: number) =>
    db
      .updateTable("item_read")
      .where("item_id", "=", itemId)
      .where("kind", "=", kind)
      .where("lease_until", "=", held);
  const existing = preparedRead<{ itemId: string; kind: string }, { kind: string }>(db, (param) =>
    db
      .selectFrom("item_read")
      .select("kind")
      .where("item_id", "=", param("itemId"))
      .where("kind", "=", param("kind")),
  );
  const exists = async (read: ItemRead): Promise<boolean> => (await existing(read)).length > 0;
  return {
    find: readFinder(db),

    claim: async ({ itemId, kind }, now, leaseUntil) => {
      const claim = { itemId, kind, leaseUntil };
      if ((await takeOver({ ...claim, now })).length > 0) return true;
      if ((await begin(claim)).length > 0) return true;
      // An Item that is removed has no row: its reader finds that out by itself.
      return !(await exists({ itemId, kind }));
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
