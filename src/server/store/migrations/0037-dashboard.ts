import { type Kysely, type Migration, sql } from "kysely";

/**
 * The Dashboard's sessions and its operator; names of clients, and the secret that a rotation lets
 * overlap; what lists of Items and webhooks are read by. Sessions that are under way end with this.
 */
export const dashboard: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("ended_dashboard_session").execute();
  await db.schema
    .createTable("dashboard_session")
    .addColumn("token_digest", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) =>
      column.references("client.client_id").onDelete("cascade"),
    )
    .addColumn("key_digest", "text", (column) => column.notNull())
    .addColumn("opened_at", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await index(db, "dashboard_session", ["expires_at"]);
  await index(db, "dashboard_session", ["client_id"]);

  await db.schema
    .createTable("dashboard_operator")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("dashboard_setup_code")
    .addColumn("code_digest", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();

  // One column a statement: not every database takes several.
  await db.schema
    .alterTable("client")
    .addColumn("name", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("client").addColumn("previous_secret_digest", "text").execute();
  await db.schema.alterTable("client").addColumn("previous_secret_until", "bigint").execute();

  await index(db, "item", ["client_id", "removed_at", "created_at", "item_id"]);
  await index(db, "item", ["removed_at", "created_at", "item_id"]);
  // It is the beginning of the first one above.
  await sql`drop index item_by_client_id`.execute(db);
  await index(db, "webhook_delivery", ["client_id", "created_at", "delivery_id"]);
  await index(db, "webhook_delivery", ["state", "created_at", "delivery_id"]);
  await index(db, "webhook_delivery", ["item_id", "created_at", "delivery_id"]);
}

function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  return db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
