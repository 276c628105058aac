import type { Kysely, Migration } from "kysely";

/** Which hosts of a connection may be on a private network; null for connections from before. */
export const privateHosts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("institution_connection").addColumn("private_hosts", "text").execute();
}
