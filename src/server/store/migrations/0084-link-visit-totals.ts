import { type Kysely, type Migration, sql } from "kysely";

/** How many uses of Link came how far, by client and day: what funnels are added up from. */
export const linkVisitTotals: Migration = { up };

/** What is counted of a use, each by its values; 4 is `connected` among the places that it reaches. */
const KINDS = [
  ["reached", "cast(reached as text)", "1 = 1"],
  ["chosen", "institution_id", "institution_id is not null"],
  ["connected", "institution_id", "institution_id is not null and reached = 4"],
  ["error", "error_code", "error_code is not null"],
] as const;

async function up(db: Kysely<unknown>): Promise<void> {
  // Days are counted from 1970-01-01; the empty client stands for all of them.
  await db.schema
    .createTable("link_visit_total")
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("link_visit_total_of_day", ["client_id", "kind", "value", "day"])
    .execute();
  for (const [kind, value, condition] of KINDS)
    await sql`
      insert into link_visit_total (client_id, kind, value, day, count)
      select client_id, ${sql.lit(kind)}, ${sql.raw(value)}, started_at / 86400000, count(*)
      from link_visit where ${sql.raw(condition)}
      group by client_id, ${sql.raw(value)}, started_at / 86400000
    `.execute(db);
  await sql`
    insert into link_visit_total (client_id, kind, value, day, count)
    select '', kind, value, day, sum(count) from link_visit_total group by kind, value, day
  `.execute(db);
}
