import type { Kysely, Migration } from "kysely";

/** The institutions that clients act for, and the Items that wait for a pull since an institution's notification. */
export const notifications: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("client")
    .addColumn("institutions", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();

  await db.schema
    .createTable("item_pull")
    .addColumn("item_id", "text", (column) =>
      column.primaryKey().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("since", "text", (column) => column.notNull())
    .addColumn("new_accounts", "integer", (column) => column.notNull())
    .addColumn("owners", "integer", (column) => column.notNull())
    .addColumn("job_id", "text", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .execute();
}
