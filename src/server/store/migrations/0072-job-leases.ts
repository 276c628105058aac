import type { Kysely, Migration } from "kysely";

/**
 * The end of a lease is beside the time that the job is due at, and in no index: a claim changes none. What
 * was claimed before is due when its lease ends.
 */
export const jobLeases: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("job").addColumn("lease_until", "bigint").execute();
}
