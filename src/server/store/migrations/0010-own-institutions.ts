import { type Kysely, type Migration, sql } from "kysely";

/** Institutions that whoever runs the server puts in, and how often they have changed. */
export const ownInstitutions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("institution")
    .addColumn("institution_id", "text", (column) => column.primaryKey())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("aliases", "text", (column) => column.notNull())
    .addColumn("products", "text", (column) => column.notNull())
    .addColumn("country_codes", "text", (column) => column.notNull())
    .addColumn("routing_numbers", "text", (column) => column.notNull())
    .addColumn("oauth", "integer", (column) => column.notNull())
    .addColumn("url", "text")
    .addColumn("mark", "text")
    .addColumn("color", "text")
    .addColumn("supported", "integer", (column) => column.notNull())
    .addColumn("added_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("institution_by_position")
    .on("institution")
    .column("position")
    .execute();

  await db.schema
    .createTable("table_revision")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("revision", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into table_revision (name, revision) values ('institution', 0)`.execute(db);

  await db.schema
    .createIndex("item_by_institution_id")
    .on("item")
    .column("institution_id")
    .execute();
}
