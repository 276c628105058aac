import type { Kysely, Migration } from "kysely";

/** Each session that starts deletes the redirects that are over. */
export const redirectExpiry: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("oauth_redirect_by_expires_at")
    .on("oauth_redirect")
    .column("expires_at")
    .execute();
}
