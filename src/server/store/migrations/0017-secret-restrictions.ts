import type { Migration } from "kysely";

/** Adds the restrictions of secrets; those from before may do everything. */
export const secretRestrictions: Migration = {
  up: async (db) => {
    const secrets = db.schema.alterTable("client_secret");
    await secrets.addColumn("products", "text").execute();
    await secrets
      .addColumn("read_only", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await secrets
      .addColumn("networks", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};
