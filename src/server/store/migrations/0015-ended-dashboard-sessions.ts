import type { Kysely, Migration } from "kysely";

/** Sessions of the Dashboard that were signed out of, for as long as their cookies would be good. */
export const endedDashboardSessions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("ended_dashboard_session")
    .addColumn("session_id", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("ended_dashboard_session_expiry")
    .on("ended_dashboard_session")
    .column("expires_at")
    .execute();
}
