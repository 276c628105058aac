import type { Kysely, Migration } from "kysely";

/** The application's own id of whom an Item was linked for, by which a second login of theirs is found. */
export const endUsersOfItems: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("item").addColumn("client_user_id", "text").execute();
  await db.schema
    .createIndex("item_client_user")
    .on("item")
    .columns(["client_id", "client_user_id"])
    .execute();
}
