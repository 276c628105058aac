import type { Kysely, Migration } from "kysely";

/** The conformance checks of institutions: the one that runs, and the results of the last one. */
export const institutionChecks: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("institution_check")
    .addColumn("institution_id", "text", (column) => column.primaryKey())
    .addColumn("check_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("sign_ins", "integer", (column) => column.notNull())
    .addColumn("progress", "text", (column) => column.notNull())
    .addColumn("state_digest", "text")
    .addColumn("sealed_address", "text")
    .addColumn("sealed_return", "text")
    .addColumn("results", "text")
    .execute();
  await db.schema
    .createIndex("institution_check_by_state_digest")
    .on("institution_check")
    .columns(["state_digest"])
    .execute();
}
