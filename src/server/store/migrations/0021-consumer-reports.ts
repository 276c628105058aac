import type { Kysely, Migration } from "kysely";

/** Consumer reports, one for each user; what they say is among the pieces of reports. */
export const consumerReports: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("consumer_report")
    .addColumn("report_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("client.client_id"))
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("end_user.user_id"),
    )
    .addColumn("products", "text", (column) => column.notNull())
    .addColumn("days_requested", "integer", (column) => column.notNull())
    .addColumn("days_required", "integer", (column) => column.notNull())
    .addColumn("client_report_id", "text")
    .addColumn("webhook", "text")
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .execute();
}
