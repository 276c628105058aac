import type { Migration } from "kysely";

/** Adds to an account the terms of its debt, sealed; null before they are read. */
export const liabilities: Migration = {
  up: (db) => db.schema.alterTable("item_account").addColumn("liability", "text").execute(),
};
