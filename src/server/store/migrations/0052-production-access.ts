import type { Kysely, Migration } from "kysely";

/**
 * Whether a client may use production, and what it wrote when it asked for that. The clients that there are
 * have used it already.
 */
export const productionAccess: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  // One column a statement: not every database takes several.
  await db.schema
    .alterTable("client")
    .addColumn("production_access", "text", (column) => column.notNull().defaultTo("granted"))
    .execute();
  await db.schema.alterTable("client").addColumn("production_requested_at", "bigint").execute();
  await db.schema
    .alterTable("client")
    .addColumn("production_note", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
