import { type Migration, sql } from "kysely";

/** Indexes the transactions that have changed since they were added, instead of all. */
export const modifiedTransactions: Migration = {
  up: async (db) => {
    await db.schema.dropIndex("item_transaction_by_changed").execute();
    await db.schema
      .createIndex("item_transaction_by_change")
      .on("item_transaction")
      .columns(["item_id", "changed"])
      .where(sql.ref("changed"), ">", sql.ref("added"))
      .execute();
  },
};
