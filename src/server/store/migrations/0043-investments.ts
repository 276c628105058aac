import type { Migration } from "kysely";

/** Adds to accounts their holdings and investment transactions, as sealed JSON, and when these were read. */
export const investments: Migration = {
  up: async (db) => {
    for (const column of ["holdings", "investment_transactions"])
      await db.schema.alterTable("item_account").addColumn(column, "text").execute();
    await db.schema.alterTable("item_account").addColumn("investments_at", "bigint").execute();
  },
};
