import { bigint, flag, integer, table, text, time } from "./table.ts";

/** Jobs, and the webhooks that they deliver. */
export const jobs = [
  table("job", {
    columns: {
      job_id: text(),
      name: text(),
      payload: text(), // JSON with sealed texts
      lane: text(),
      due_at: time({ isNullable: true }), // null once it was given up
      created_at: time(),
      planned_at: time({ isNullable: true }),
      attempts: integer(),
      lease: text({ isNullable: true }),
      lease_until: time({ isNullable: true }),
      given_up_at: time({ isNullable: true }),
      losses_alone: integer({ isNullable: true }), // null for a job that is no suspect
    },
    primaryKey: ["job_id"],
    indexes: {
      job_by_given_up_at: { columns: ["given_up_at"], where: "given_up_at is not null" },
      job_by_lane: { columns: ["lane", "due_at"], where: "due_at is not null" },
      job_by_name: ["name", "given_up_at"],
      job_by_planned_at: { columns: ["planned_at"], where: "planned_at is not null" },
      job_by_losses_alone: {
        columns: ["losses_alone", "due_at"],
        where: "losses_alone is not null",
      },
    },
  }),
  table("webhook_delivery", {
    columns: {
      delivery_id: text(),
      client_id: text(),
      item_id: text({ isNullable: true }),
      url: text(),
      webhook: text(), // type:code
      sealed_body: text(),
      created_at: time(),
      tried_since: time(),
      state: text(),
      next_try_at: time({ isNullable: true }),
    },
    primaryKey: ["created_at", "delivery_id"],
    indexes: {
      webhook_delivery_by_client_id_created_at_delivery_id: [
        "client_id",
        "created_at",
        "delivery_id",
      ],
      webhook_delivery_by_client_id_state: ["client_id", "state", "created_at", "delivery_id"],
      webhook_delivery_by_delivery_id: ["delivery_id"],
      webhook_delivery_by_item_id_created_at_delivery_id: ["item_id", "created_at", "delivery_id"],
      webhook_delivery_by_state: ["state", "created_at", "delivery_id"],
      // Those that were replayed, or first tried late: few.
      webhook_delivery_by_tried_since: {
        columns: ["tried_since"],
        where: "tried_since > created_at + 3600000",
      },
      webhook_delivery_by_webhook: ["webhook", "created_at", "delivery_id", "client_id", "state"],
    },
  }),
  table("webhook_attempt", {
    columns: {
      delivery_id: text(),
      delivery_created_at: time(), // in the key, so that attempts can be partitioned as their deliveries
      number: integer(), // from 1
      at: time(),
      ms: integer(), // how long the response took, in ms
      status: integer({ isNullable: true }),
      failure: text({ isNullable: true }),
      excerpt: text(),
      headers: text({ isNullable: true }),
    },
    primaryKey: ["delivery_id", "number", "delivery_created_at"],
    foreignKey: {
      columns: ["delivery_created_at", "delivery_id"],
      references: { table: "webhook_delivery", columns: ["created_at", "delivery_id"] },
      onDelete: "cascade",
    },
    indexes: {
      webhook_attempt_by_at: ["at"],
    },
  }),
  table("webhook_key", {
    columns: {
      key_id: text(),
      x: text(),
      y: text(),
      sealed_private_key: text(),
      created_at: time(),
      expired_at: time({ isNullable: true }),
    },
    primaryKey: ["key_id"],
    indexes: {
      webhook_key_by_expired_at: ["expired_at"],
    },
  }),
  table("inbox_webhook", {
    columns: {
      webhook_id: text(),
      client_id: text({ references: "client.client_id", onDelete: "cascade" }),
      sealed_body: text(),
      is_verified: flag(),
      received_at: time(),
    },
    primaryKey: ["webhook_id"],
    indexes: {
      inbox_webhook_by_client_id_received_at: ["client_id", "received_at", "webhook_id"],
      inbox_webhook_by_received_at: ["received_at"],
    },
  }),
  table("webhook_total", {
    columns: {
      client_id: text(), // empty for all clients
      address: text(), // empty for all addresses
      webhook: text(), // empty for all
      hour: integer(), // hours since 1970-01-01; rows of an address or a webhook have the first hour of their day
      outcome: text(),
      count: bigint(),
    },
    primaryKey: ["client_id", "address", "webhook", "hour", "outcome"],
    indexes: {
      webhook_total_by_hour: ["hour"],
    },
  }),
];
