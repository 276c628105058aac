import type { Kysely, Migration } from "kysely";

/** Sessions that are over are found by their time, to be forgotten. */
export const sessionExpiry: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("link_session_by_expires_at")
    .on("link_session")
    .column("expires_at")
    .execute();
}
