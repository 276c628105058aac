import type { Migration } from "kysely";

/** Indexes webhook deliveries by their event; the index covers their client and their state. */
export const deliveriesByEvent: Migration = {
  up: (db) =>
    db.schema
      .createIndex("webhook_delivery_by_webhook")
      .on("webhook_delivery")
      .columns(["webhook", "created_at", "delivery_id", "client_id", "state"])
      .execute(),
};
