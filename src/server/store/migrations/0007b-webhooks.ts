import type { Kysely, Migration } from "kysely";

/**
 * What was told to applications, how often it was tried, and the keys that it was signed with; and of
 * each link token itself, since webhooks name it.
 */
export const webhooks: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("link_token").addColumn("sealed_token", "text").execute();

  await db.schema
    .createTable("webhook_delivery")
    .addColumn("delivery_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("item_id", "text")
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("webhook", "text", (column) => column.notNull())
    .addColumn("sealed_body", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("tried_since", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("webhook_delivery_by_created_at")
    .on("webhook_delivery")
    .columns(["created_at", "delivery_id"])
    .execute();

  await db.schema
    .createTable("webhook_attempt")
    .addColumn("delivery_id", "text", (column) =>
      column.notNull().references("webhook_delivery.delivery_id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("ms", "integer", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("failure", "text")
    .addColumn("excerpt", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("webhook_attempt_number", ["delivery_id", "number"])
    .execute();
  await db.schema.createIndex("webhook_attempt_by_at").on("webhook_attempt").column("at").execute();

  await db.schema
    .createTable("webhook_key")
    .addColumn("key_id", "text", (column) => column.primaryKey())
    .addColumn("x", "text", (column) => column.notNull())
    .addColumn("y", "text", (column) => column.notNull())
    .addColumn("sealed_private_key", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expired_at", "bigint")
    .execute();
  await db.schema
    .createIndex("webhook_key_by_expired_at")
    .on("webhook_key")
    .column("expired_at")
    .execute();
}
