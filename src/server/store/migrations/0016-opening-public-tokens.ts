import type { Kysely, Migration } from "kysely";

/** What opened a session in update mode is used up with its end; those from before go on without that. */
export const openingPublicTokens: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("link_session").addColumn("public_token_digest", "text").execute();
}
