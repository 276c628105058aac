import type { Kysely, Migration } from "kysely";

/** Which Asset Reports cover an Item: their lists of Items are JSON, which nobody can look for one in. */
export const assetReportCoverage: Migration = { up };

/** How many reports are read at once. */
const BATCH = 500;

type Tables = {
  asset_report: { asset_report_id: string; item_ids: string; status: string };
  asset_report_coverage: { item_id: string; asset_report_id: string };
};

async function up(db: Kysely<Tables>): Promise<void> {
  // No row refers to an Item: a report outlives what it was made of.
  await db.schema
    .createTable("asset_report_coverage")
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("asset_report_id", "text", (column) =>
      column.notNull().references("asset_report.asset_report_id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("asset_report_coverage_of_item", ["item_id", "asset_report_id"])
    .execute();
  await db.schema
    .createIndex("asset_report_coverage_by_asset_report_id")
    .on("asset_report_coverage")
    .column("asset_report_id")
    .execute();
  // The foreign key had no index: the removal of a client read all reports.
  await db.schema
    .createIndex("asset_report_by_client_id")
    .on("asset_report")
    .column("client_id")
    .execute();
  for (let last: string | undefined = ""; last !== undefined; ) {
    const reports = await db
      .selectFrom("asset_report")
      .select(["asset_report_id", "item_ids"])
      .where("status", "<>", "removed")
      .where("asset_report_id", ">", last)
      .orderBy("asset_report_id")
      .limit(BATCH)
      .execute();
    for (const { asset_report_id, item_ids } of reports) {
      const ids = new Set<string>(JSON.parse(item_ids));
      if (ids.size === 0) continue;
      await db
        .insertInto("asset_report_coverage")
        .values([...ids].map((item_id) => ({ item_id, asset_report_id })))
        .execute();
    }
    last = reports.at(-1)?.asset_report_id;
  }
}
