import { type Kysely, type Migration, sql } from "kysely";

/**
 * Jobs: work that outlives a request. One that was given up has no time that it is due at. And what
 * forgetting old public tokens, a job of each day, finds them by.
 */
export const jobs: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("job")
    .addColumn("job_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("lane", "text", (column) => column.notNull())
    .addColumn("due_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("lease", "text")
    .addColumn("given_up_at", "bigint")
    .execute();
  await db.schema
    .createIndex("job_by_lane")
    .on("job")
    .columns(["lane", "due_at"])
    .where(sql.ref("due_at"), "is not", null)
    .execute();
  await db.schema.createIndex("job_by_name").on("job").columns(["name", "given_up_at"]).execute();
  await db.schema
    .createIndex("job_by_given_up_at")
    .on("job")
    .column("given_up_at")
    .where(sql.ref("given_up_at"), "is not", null)
    .execute();
  await db.schema
    .createIndex("public_token_by_expires_at")
    .on("public_token")
    .column("expires_at")
    .execute();
}
