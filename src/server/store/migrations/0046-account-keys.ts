import type { Kysely, Migration } from "kysely";

/** The keys of all accounts that an Item's institution has listed, so that a new one is noticed once. */
export const accountKeys: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("item").addColumn("account_keys", "text").execute();
}
