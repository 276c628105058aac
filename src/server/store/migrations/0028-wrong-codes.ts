import type { Migration } from "kysely";

/** Adds to members the wrong one-time codes since their last sign-in that came with the right password. */
export const wrongCodes: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("member")
      .addColumn("wrong_codes", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
