import type { Kysely, Migration } from "kysely";

/** Whether an institution has a redirect URI of its own. */
export const ownRedirectUris: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("institution_connection")
    .addColumn("own_redirect_uri", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
