import type { Kysely, Migration } from "kysely";

/** A session is gone on with by a secret; those from before have none, and their next frame starts anew. */
export const resumeSecrets: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("link_session").addColumn("resume_digest", "text").execute();
}
