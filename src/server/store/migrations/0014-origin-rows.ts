import { type Kysely, type Migration, sql } from "kysely";

/** Each origin of a client is a row of its own, which is added or taken away without the others. */
export const originRows: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("client_origin").renameTo("client_origin_list").execute();
  await db.schema
    .createTable("client_origin")
    .addColumn("client_id", "text", (column) =>
      column.notNull().references("client.client_id").onDelete("cascade"),
    )
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("client_origin_row", ["client_id", "origin"])
    .execute();
  await sql`
    insert into client_origin (client_id, origin, position)
    select client_id, origin, min(position) from client_origin_list group by client_id, origin
  `.execute(db);
  await db.schema.dropTable("client_origin_list").execute();
  await db.schema
    .createIndex("client_origin_by_origin")
    .on("client_origin")
    .column("origin")
    .execute();
}
