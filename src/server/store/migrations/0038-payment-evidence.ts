import type { Migration } from "kysely";

/** Adds what the institution says of a transaction's payment, as JSON; null for nothing. */
export const paymentEvidence: Migration = {
  up: async (db) => {
    await db.schema.alterTable("item_transaction").addColumn("evidence", "text").execute();
  },
};
