import type { Migration } from "kysely";
import { bigint, integer, table, text } from "./0001-baseline/table.ts";

/** Adds the headers of an attempt, the time of a delivery's next one, and the number of attempts by outcome. */
export const webhookTotals: Migration = {
  up: async (db) => {
    await db.schema.alterTable("webhook_attempt").addColumn("headers", "text").execute();
    await db.schema.alterTable("webhook_delivery").addColumn("next_try_at", "bigint").execute();
    await WEBHOOK_TOTALS.create(db);
  },
};

const WEBHOOK_TOTALS = table("webhook_total", {
  columns: {
    client_id: text(), // empty for all clients
    address: text(), // empty for all addresses
    webhook: text(), // empty for all
    hour: integer(), // hours since 1970-01-01; of an address or a webhook, those of its day
    outcome: text(),
    count: bigint(),
  },
  primaryKey: ["client_id", "address", "webhook", "hour", "outcome"],
  indexes: { webhook_total_by_hour: ["hour"] },
});
