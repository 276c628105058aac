import type { Kysely, Migration } from "kysely";

/** How many requests institutions allow in a day, and those that were sent. */
export const requestQuotas: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("institution_connection").addColumn("quota", "text").execute();
  await db.schema
    .createTable("request_count")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("counts", "text", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("sent_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("request_count_sent_at")
    .on("request_count")
    .column("sent_at")
    .execute();
}
