import { type Kysely, type Migration, sql } from "kysely";

/** What running the API takes: Item states, processors, usage, and a mark of the master key. */
export const operation: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("client")
    .addColumn("partner", "integer", (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema
    .alterTable("item")
    .addColumn("logged_in_at", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update item set logged_in_at = created_at`.execute(db);

  await db.schema
    .createTable("live_items")
    .addColumn("count", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into live_items (count) select count(*) from item where removed_at is null`.execute(
    db,
  );

  await db.schema
    .createTable("item_status")
    .addColumn("item_id", "text", (column) =>
      column.primaryKey().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("transactions_updated_at", "bigint")
    .addColumn("transactions_failed_at", "bigint")
    .addColumn("webhook_code", "text")
    .addColumn("webhook_sent_at", "bigint")
    .execute();

  await db.schema
    .createTable("processor_token")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("item_id", "text", (column) =>
      column.notNull().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("processor", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("processor_token_by_item_id")
    .on("processor_token")
    .column("item_id")
    .execute();

  await db.schema
    .createTable("usage")
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    // By day first: a bill is a stretch of days.
    .addPrimaryKeyConstraint("usage_of_day", ["day", "client_id", "product", "item_id"])
    .execute();

  await db.schema
    .createTable("mark")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}
