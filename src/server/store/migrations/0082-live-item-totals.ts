import { type Kysely, type Migration, sql } from "kysely";

/** How many live Items each client has, and each institution: nobody counts the Items themselves. */
export const liveItemTotals: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("live_item_total")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("owner_id", "text", (column) => column.notNull())
    .addColumn("slot", "integer", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("live_item_total_slot", ["kind", "owner_id", "slot"])
    .execute();
  for (const kind of ["client", "institution"]) {
    const id = sql.ref(`${kind}_id`);
    await sql`
      insert into live_item_total (kind, owner_id, slot, count)
      select ${sql.lit(kind)}, ${id}, 0, count(*) from item where removed_at is null group by ${id}
    `.execute(db);
  }
}
