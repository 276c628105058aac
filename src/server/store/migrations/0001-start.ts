import type { Kysely, Migration } from "kysely";

/** Clients, Link sessions, Items with their accounts, and public tokens. */
export const start: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("client")
    .addColumn("client_id", "text", (column) => column.primaryKey())
    .addColumn("secret_digest", "text", (column) => column.notNull())
    .addColumn("public_key", "text", (column) => column.notNull().unique())
    .addColumn("public_key_enabled", "integer", (column) => column.notNull())
    .addColumn("default_version", "text", (column) => column.notNull())
    .addColumn("products", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await index(db, "client", "created_at");

  await db.schema
    .createTable("client_origin")
    .addColumn("client_id", "text", (column) =>
      column.notNull().references("client.client_id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("origin", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("client_origin_place", ["client_id", "position"])
    .execute();
  await index(db, "client_origin", "origin");

  await db.schema
    .createTable("link_session")
    .addColumn("link_session_id", "text", (column) => column.primaryKey())
    .addColumn("token_digest", "text", (column) => column.notNull().unique())
    .addColumn("client_id", "text", (column) => column.notNull().references("client.client_id"))
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("config", "text", (column) => column.notNull())
    .addColumn("step", "text", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await index(db, "link_session", "client_id");

  await db.schema
    .createTable("item")
    .addColumn("item_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("client.client_id"))
    .addColumn("institution_id", "text", (column) => column.notNull())
    .addColumn("access_token_digest", "text", (column) => column.notNull().unique())
    .addColumn("access_token_generation", "integer", (column) => column.notNull())
    .addColumn("products", "text", (column) => column.notNull())
    .addColumn("webhook", "text")
    .addColumn("sealed_login", "text", (column) => column.notNull())
    .addColumn("error", "text")
    .addColumn("consent_expires_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await index(db, "item", "client_id");

  await db.schema
    .createTable("item_account")
    .addColumn("item_id", "text", (column) =>
      column.notNull().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("numbers", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("item_account_id", ["item_id", "account_id"])
    .execute();

  await db.schema
    .createTable("public_token")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("item_id", "text", (column) =>
      column.notNull().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("client_id", "text", (column) => column.notNull().references("client.client_id"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("exchanged_at", "bigint")
    .execute();
  await index(db, "public_token", "item_id");
}

/** Also for each foreign key: no database makes that one itself, and removing a parent would scan. */
function index(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  return db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
}
