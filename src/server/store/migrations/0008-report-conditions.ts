import type { Migration } from "kysely";

/** Adds to reports whether they fail without one of their Items, or without the owners of its accounts. */
export const reportConditions: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("asset_report")
      .addColumn("require_all_items", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable("consumer_report")
      .addColumn("require_identity", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
