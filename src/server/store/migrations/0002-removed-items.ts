import type { Kysely, Migration } from "kysely";

/** An Item that was removed stays as a record without its login, so that its tokens can say so. */
export const removedItems: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("item").addColumn("removed_at", "bigint").execute();
}
