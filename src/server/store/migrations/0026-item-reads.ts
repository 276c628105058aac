import type { Kysely, Migration } from "kysely";

/** When balances were read last, and the lease of whoever reads an Item's institution at that moment. */
export const itemReads: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("item_account").addColumn("balances_at", "bigint").execute();
  await db.schema
    .createTable("item_read")
    .addColumn("item_id", "text", (column) =>
      column.notNull().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint")
    .addColumn("outcome", "text")
    .addPrimaryKeyConstraint("item_read_key", ["item_id", "kind"])
    .execute();
}
