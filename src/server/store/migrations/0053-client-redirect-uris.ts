import type { Kysely, Migration } from "kysely";

/** The pages of a client that institutions may send its users back to, each a row of its own. */
export const clientRedirectUris: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("client_redirect_uri")
    .addColumn("client_id", "text", (column) =>
      column.notNull().references("client.client_id").onDelete("cascade"),
    )
    .addColumn("uri", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("client_redirect_uri_row", ["client_id", "uri"])
    .execute();
}
