import { type Kysely, type Migration, sql } from "kysely";

/** The calls of each day by client and product: a bill over all clients need not read each Item's row. */
export const usageTotals: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("usage_total")
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("usage_total_of_day", ["day", "client_id", "product"])
    .execute();
  await sql`
    insert into usage_total (client_id, product, day, count)
    select client_id, product, day, sum(count) from usage group by client_id, product, day
  `.execute(db);
}
