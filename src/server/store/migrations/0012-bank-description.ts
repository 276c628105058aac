import type { Migration } from "kysely";

/** Adds the descriptions of banks that users reach by a token of their own, as JSON. */
export const bankDescription: Migration = {
  up: async (db) => {
    await db.schema.alterTable("institution").addColumn("description", "text").execute();
  },
};
