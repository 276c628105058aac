import type { Migration } from "kysely";

/** Adds to institutions how many of their payments were booked again under another id. */
export const rebookedPayments: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("institution_ids")
      .addColumn("rebooked", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
