import type { Migration } from "kysely";

/** Adds the packed enrichment of a transaction; null for one that no rule has seen, or whose body has it. */
export const transactionEnrichment: Migration = {
  up: async (db) => {
    await db.schema.alterTable("item_transaction").addColumn("enrichment", "text").execute();
  },
};
