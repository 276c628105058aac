import { type Kysely, type Migration, sql } from "kysely";

/**
 * What a connector has to remember belongs to the Item, sealed, with a revision to compare and set by.
 * What was in the clear in the feeds of transactions is moved beside, since only a server has the key to
 * seal it.
 */
export const connectorStates: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("connector_state")
    .addColumn("item_id", "text", (column) =>
      column.primaryKey().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("unsealed_connector_state")
    .addColumn("item_id", "text", (column) =>
      column.primaryKey().references("item.item_id").onDelete("cascade"),
    )
    .addColumn("state", "text", (column) => column.notNull())
    .execute();
  await sql`
    insert into unsealed_connector_state (item_id, state)
    select item_id, memory from transaction_feed where memory is not null
  `.execute(db);
  await db.schema.alterTable("transaction_feed").dropColumn("memory").execute();
}
