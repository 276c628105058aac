import type { Migration } from "kysely";

/** Adds to the brands of clients whether Link shows the trust facts on a pane of their own. */
export const trustPane: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("client_brand")
      .addColumn("trust_pane", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
