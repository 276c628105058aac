import type { Kysely, Migration } from "kysely";

/** The people whose accounts are connected, and their sessions on the account site. */
export const people: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("item").addColumn("application_name", "text").execute();
  await db.schema
    .createTable("person")
    .addColumn("person_id", "text", (column) => column.primaryKey())
    .addColumn("email_digest", "text", (column) => column.notNull().unique())
    .addColumn("sealed_email", "text", (column) => column.notNull())
    .addColumn("mailed_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("person_item")
    .addColumn("item_id", "text", (column) =>
      column.primaryKey().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("person_id", "text", (column) =>
      column.notNull().references("person.person_id").onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("person_item_by_person")
    .on("person_item")
    .column("person_id")
    .execute();
  await db.schema
    .createTable("person_session")
    .addColumn("session_digest", "text", (column) => column.primaryKey())
    .addColumn("item_id", "text", (column) => column.references("item.item_id").onDelete("cascade"))
    .addColumn("person_id", "text", (column) =>
      column.references("person.person_id").onDelete("cascade"),
    )
    .addColumn("opened_at", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
  for (const column of ["item_id", "person_id"])
    await db.schema
      .createIndex(`person_session_by_${column}`)
      .on("person_session")
      .column(column)
      .execute();
  await db.schema
    .createTable("used_one_time_address")
    .addColumn("address_id", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("email_code")
    .addColumn("session_digest", "text", (column) =>
      column.primaryKey().references("person_session.session_digest").onDelete("cascade"),
    )
    .addColumn("code_digest", "text", (column) => column.notNull())
    .addColumn("email_digest", "text", (column) => column.notNull())
    .addColumn("sealed_email", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("sent", "integer", (column) => column.notNull())
    .addColumn("wrong", "integer", (column) => column.notNull())
    .execute();
}
