import type { Migration } from "kysely";

/** Adds the digests of each Item's recurring streams, as JSON; null before the application reads them. */
export const recurringDigests: Migration = {
  up: async (db) => {
    await db.schema.alterTable("transaction_feed").addColumn("recurring_digests", "text").execute();
  },
};
