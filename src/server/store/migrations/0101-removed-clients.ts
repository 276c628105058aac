import type { Kysely, Migration } from "kysely";

/** Since when a client is removed whose data is still being erased. */
export const removedClients: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("client").addColumn("removed_at", "bigint").execute();
}
