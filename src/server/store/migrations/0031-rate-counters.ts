import type { Kysely, Migration } from "kysely";

/** Token buckets of rate limits, where several processes count in the store. */
export const rateCounters: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rate_counter")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("full_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("rate_counter_full_at")
    .on("rate_counter")
    .column("full_at")
    .execute();
}
