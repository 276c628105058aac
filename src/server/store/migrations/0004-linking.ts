import { type Kysely, type Migration, sql } from "kysely";

/**
 * Link tokens, consents and submissions; how far an account is proven, and the key that it is known by
 * at its institution. Sessions that are under way end with this: what they are about is kept otherwise.
 */
export const linking: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from link_session`.execute(db);

  await db.schema
    .alterTable("client")
    .addColumn("account_selection", "text", (column) => column.notNull().defaultTo("several"))
    .execute();

  await db.schema
    .createTable("link_token")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("client.client_id"))
    .addColumn("config", "text", (column) => column.notNull())
    .addColumn("mends", "text", (column) => column.references("item.item_id").onDelete("cascade"))
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  for (const column of ["client_id", "mends", "expires_at"]) await index(db, "link_token", column);

  // One column a statement: not every database takes several.
  const session = db.schema.alterTable("link_session");
  await session
    .addColumn("link_token_digest", "text", (column) =>
      column.references("link_token.digest").onDelete("cascade"),
    )
    .execute();
  await session
    .addColumn("mends", "text", (column) => column.references("item.item_id").onDelete("cascade"))
    .execute();
  await session.addColumn("consent", "text").execute();
  await session.addColumn("guard", "text", (column) => column.notNull().defaultTo("{}")).execute();
  await session.addColumn("submission", "text").execute();
  await session.addColumn("submission_until", "bigint").execute();
  await session.addColumn("submission_answer", "text").execute();
  await db.schema
    .createIndex("link_session_by_link_token")
    .on("link_session")
    .column("link_token_digest")
    .unique()
    .execute();
  await index(db, "link_session", "mends");

  await db.schema
    .alterTable("item_account")
    .addColumn("account_key", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("item_account").addColumn("verification", "text").execute();

  await db.schema
    .createTable("consent")
    .addColumn("link_session_id", "text", (column) => column.primaryKey())
    .addColumn("item_id", "text", (column) => column.notNull().references("item.item_id"))
    .addColumn("client_id", "text", (column) => column.notNull().references("client.client_id"))
    .addColumn("institution_id", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("given_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  for (const column of ["item_id", "client_id"]) await index(db, "consent", column);
}

/** Also for each foreign key: no database makes that one itself, and removing a parent would scan. */
function index(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  return db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
}
