import type { Kysely, Migration } from "kysely";

/** How institutions of the operator's own are reached by their data API. */
export const institutionConnections: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("institution_connection")
    .addColumn("institution_id", "text", (column) =>
      column.primaryKey().references("institution.institution_id").onDelete("cascade"),
    )
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("authentication", "text", (column) => column.notNull())
    .addColumn("data_url", "text", (column) => column.notNull())
    .addColumn("scopes", "text")
    .addColumn("resource", "text")
    .addColumn("sealed_secrets", "text", (column) => column.notNull())
    .addColumn("connected_at", "bigint", (column) => column.notNull())
    .execute();
}
