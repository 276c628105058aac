import type { Migration } from "kysely";

/** Adds to grants how they show pending transactions; those that exist go on as before. */
export const grantPending: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("access_grant")
      .addColumn("pending", "text", (column) => column.notNull().defaultTo("as_they_are"))
      .execute();
  },
};
