import type { Kysely, Migration } from "kysely";

/** The Item that a session or a link token updates is named as everywhere else. */
export const updateItemId: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["link_session", "link_token"]) {
    await db.schema.dropIndex(`${table}_by_mends`).execute();
    await db.schema.alterTable(table).renameColumn("mends", "update_item_id").execute();
    await db.schema
      .createIndex(`${table}_by_update_item_id`)
      .on(table)
      .column("update_item_id")
      .execute();
  }
}
