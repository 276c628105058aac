import type { Migration } from "kysely";

/** Adds the Items that each session has connected, and whether the consent of an Item limits its products. */
export const linkResults: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("link_session")
      .addColumn("results", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await db.schema
      .alterTable("item")
      .addColumn("consent_binds", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
