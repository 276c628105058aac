import { type Kysely, type Migration, sql } from "kysely";

/** When a pause was planned, by which one that began while the clock ran ahead is found. */
export const plannedJobs: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("job").addColumn("planned_at", "bigint").execute();
  await db.schema
    .createIndex("job_by_planned_at")
    .on("job")
    .column("planned_at")
    .where(sql.ref("planned_at"), "is not", null)
    .execute();
}
