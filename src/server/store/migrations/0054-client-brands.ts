import type { Kysely, Migration } from "kysely";

/** How Link speaks of a client and looks to its users. */
export const clientBrands: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("client_brand")
    .addColumn("client_id", "text", (column) =>
      column.primaryKey().references("client.client_id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("accent", "text")
    .addColumn("logo", "text")
    .addColumn("logo_digest", "text")
    .addColumn("logo_width", "integer")
    .addColumn("logo_height", "integer")
    .execute();
  await db.schema
    .createIndex("client_brand_by_logo_digest")
    .on("client_brand")
    .column("logo_digest")
    .execute();
}
