import type { Kysely, Migration } from "kysely";

/**
 * An Item's accounts as they are answered, beside the Item: one row answers what every request asks. How
 * often the row has changed says whether what was read of it still holds.
 */
export const shownAccounts: Migration = { up };

// Null is "not written yet": such an Item's accounts are read from their own rows.
async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["shown_accounts", "auth_accounts", "auth_numbers"])
    await db.schema.alterTable("item").addColumn(column, "text").execute();
  await db.schema
    .alterTable("item")
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
