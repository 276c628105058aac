import type { Kysely, Migration } from "kysely";

/** The index of webhooks by state has their client, too: a list of one client's reads no other rows. */
export const webhookStates: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("webhook_delivery_by_state_created_at_delivery_id").execute();
  await db.schema
    .createIndex("webhook_delivery_by_state")
    .on("webhook_delivery")
    .columns(["state", "created_at", "delivery_id", "client_id"])
    .execute();
}
