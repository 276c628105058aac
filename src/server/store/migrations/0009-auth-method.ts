import type { Migration } from "kysely";

/** Adds to Items the method by which their accounts' numbers were found; null for Items before this. */
export const authMethod: Migration = {
  up: async (db) => {
    await db.schema.alterTable("item").addColumn("auth_method", "text").execute();
  },
};
