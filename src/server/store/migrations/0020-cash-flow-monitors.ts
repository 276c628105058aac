import type { Kysely, Migration } from "kysely";

/** What users' accounts were like at the last update of their cash flow. */
export const cashFlowMonitors: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("cash_flow_monitor")
    .addColumn("user_id", "text", (column) =>
      column.primaryKey().references("end_user.user_id").onDelete("cascade"),
    )
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .execute();
}
