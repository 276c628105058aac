import type { Kysely, Migration } from "kysely";

/** Asset Reports, what they say of each account, and the copies of them that auditors read. */
export const assetReports: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("asset_report")
    .addColumn("asset_report_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("client.client_id"))
    .addColumn("token_digest", "text", (column) => column.notNull().unique())
    .addColumn("item_ids", "text", (column) => column.notNull())
    .addColumn("excluded_account_ids", "text", (column) => column.notNull())
    .addColumn("days_requested", "integer", (column) => column.notNull())
    .addColumn("client_report_id", "text")
    .addColumn("webhook", "text")
    .addColumn("sealed_user", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .execute();

  // No row refers to an Item: a report outlives what it was made of.
  await db.schema
    .createTable("asset_report_item")
    .addColumn("asset_report_id", "text", (column) =>
      column.notNull().references("asset_report.asset_report_id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("institution_id", "text", (column) => column.notNull())
    .addColumn("institution_name", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("asset_report_item_place", ["asset_report_id", "position"])
    .execute();

  await db.schema
    .createTable("asset_report_account")
    .addColumn("asset_report_id", "text", (column) =>
      column.notNull().references("asset_report.asset_report_id").onDelete("cascade"),
    )
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("item_position", "integer", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("history", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("asset_report_account_id", ["asset_report_id", "account_id"])
    .execute();

  await db.schema
    .createTable("audit_copy")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("asset_report_id", "text", (column) =>
      column.notNull().references("asset_report.asset_report_id").onDelete("cascade"),
    )
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("auditor_id", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("audit_copy_by_asset_report_id")
    .on("audit_copy")
    .column("asset_report_id")
    .execute();
}
