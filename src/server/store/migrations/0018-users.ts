import { type Kysely, type Migration, sql } from "kysely";

/** Users with their Items, who may call the legacy user API, and who still does. */
export const users: Migration = { up };

/** Clients from before this day, 2025-12-10, have the legacy user API. */
const LEGACY_USERS_UNTIL = Date.UTC(2025, 11, 10);

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("end_user")
    .addColumn("user_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) =>
      column.notNull().references("client.client_id").onDelete("cascade"),
    )
    .addColumn("client_user_id", "text", (column) => column.notNull())
    .addColumn("legacy_user_id", "text")
    .addColumn("sealed_identity", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("end_user_client_user_id", ["client_id", "client_user_id"])
    .execute();

  await db.schema.alterTable("item").addColumn("user_id", "text").execute();
  await db.schema.createIndex("item_user_id").on("item").column("user_id").execute();

  await db.schema
    .alterTable("client")
    .addColumn("legacy_user_api", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update client set legacy_user_api = 1 where created_at < ${sql.lit(LEGACY_USERS_UNTIL)}`.execute(
    db,
  );

  await db.schema
    .createTable("legacy_use")
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("field", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .addColumn("request_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("legacy_use_pk", ["client_id", "path", "field"])
    .execute();
}
