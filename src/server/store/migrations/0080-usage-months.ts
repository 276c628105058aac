import { type Kysely, type Migration, sql } from "kysely";

/**
 * A row for each month in which a product of an Item was read, in place of one for each day; and the Items of
 * a month beside the calls of each day. So a bill reads no row of an Item, however many there are.
 */
export const usageMonths: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("usage_of_months")
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("month", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("usage_of_month", ["month", "client_id", "product", "item_id"])
    .execute();
  await sql`
    insert into usage_of_months (client_id, product, item_id, month, count)
    select client_id, product, item_id, substr(day, 1, 7), sum(count) from usage
    group by client_id, product, item_id, substr(day, 1, 7)
  `.execute(db);
  await db.schema.dropTable("usage").execute();
  await db.schema.alterTable("usage_of_months").renameTo("usage").execute();

  await db.schema
    .alterTable("usage_total")
    .addColumn("items", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  // Those of the past are counted on the first of their month. (Without the condition SQLite takes the
  // conflict for a join's.)
  await sql`
    insert into usage_total (client_id, product, day, count, items)
    select client_id, product, month || '-01', 0, count(*) from usage
    where 1 = 1 group by client_id, product, month
    on conflict (day, client_id, product) do update set items = excluded.items
  `.execute(db);
  await db.schema
    .createIndex("usage_total_by_client_id_day")
    .on("usage_total")
    .columns(["client_id", "day"])
    .execute();
  // Nothing is left to roll up.
  await sql`delete from job where name = 'roll-up-usage'`.execute(db);
}
