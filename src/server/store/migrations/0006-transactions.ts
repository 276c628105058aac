import type { Kysely, Migration } from "kysely";

/** Transactions of Items and how far they have been read, and who owns accounts. */
export const transactions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("item_account").addColumn("owners", "text").execute();

  await db.schema
    .createTable("transaction_feed")
    .addColumn("item_id", "text", (column) =>
      column.primaryKey().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("last_change", "bigint", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("first_date", "text")
    .addColumn("last_date", "text")
    .addColumn("memory", "text")
    .addColumn("pulled_at", "bigint")
    .execute();

  await db.schema
    .createTable("item_transaction")
    .addColumn("item_id", "text", (column) =>
      column.notNull().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("transaction_id", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("date", "text", (column) => column.notNull())
    .addColumn("added", "bigint", (column) => column.notNull())
    .addColumn("changed", "bigint", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("item_transaction_id", ["item_id", "transaction_id"])
    .execute();
  // Holds all that a page is chosen by, so that only its own rows are read.
  await db.schema
    .createIndex("item_transaction_by_date")
    .on("item_transaction")
    .columns(["item_id", "date", "added", "account_id"])
    .execute();
  for (const column of ["added", "changed"])
    await db.schema
      .createIndex(`item_transaction_by_${column}`)
      .on("item_transaction")
      .columns(["item_id", column])
      .execute();

  await db.schema
    .createTable("transaction_day")
    .addColumn("item_id", "text", (column) =>
      column.notNull().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("date", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("transaction_day_of_account", ["item_id", "account_id", "date"])
    .execute();

  await db.schema
    .createTable("removed_transaction")
    .addColumn("item_id", "text", (column) =>
      column.notNull().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("removed", "bigint", (column) => column.notNull())
    .addColumn("transaction_id", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("added", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("removed_transaction_number", ["item_id", "removed"])
    .execute();
}
