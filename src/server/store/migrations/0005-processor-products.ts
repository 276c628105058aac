import type { Migration } from "kysely";

/** Adds the products that a processor token reads, as a JSON list; null for all. */
export const processorProducts: Migration = {
  up: async (db) => {
    await db.schema.alterTable("processor_token").addColumn("products", "text").execute();
  },
};
