import type { Kysely, Migration } from "kysely";

/** The ways of users to the sites of their institutions and back. */
export const oauthRedirects: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("oauth_redirect")
    .addColumn("state_digest", "text", (column) => column.primaryKey())
    .addColumn("link_session_id", "text", (column) =>
      column
        .notNull()
        .references("link_session.link_session_id")
        .onDelete("cascade")
        .onUpdate("cascade"),
    )
    .addColumn("via", "text", (column) => column.notNull())
    .addColumn("ticket_digest", "text", (column) => column.notNull().unique())
    .addColumn("sealed_url", "text", (column) => column.notNull())
    .addColumn("cookie_digest", "text")
    .addColumn("returned_at", "integer")
    .addColumn("state_id_digest", "text", (column) => column.unique())
    .addColumn("state_id_used_at", "integer")
    .addColumn("expires_at", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("oauth_redirect_by_session")
    .on("oauth_redirect")
    .column("link_session_id")
    .execute();
}
