import type { Kysely, Migration } from "kysely";

/** The webhooks of a client by their state, which no index had in order. */
export const webhookStatesOfClients: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("webhook_delivery_by_state").execute();
  for (const columns of [["state"], ["client_id", "state"]])
    await db.schema
      .createIndex(`webhook_delivery_by_${columns.join("_")}`)
      .on("webhook_delivery")
      .columns([...columns, "created_at", "delivery_id"])
      .execute();
}
