import { bigint, integer, table, text, time } from "./table.ts";

/** Tables for the operation of the server: counters, logs and its own records. */
export const operation = [
  table("usage", {
    columns: {
      client_id: text(),
      product: text(),
      item_id: text(),
      month: text(), // YYYY-MM
      count: bigint(),
    },
    primaryKey: ["month", "client_id", "product", "item_id"],
  }),
  table("usage_total", {
    columns: {
      client_id: text(),
      product: text(),
      day: text(), // YYYY-MM-DD
      count: bigint(),
      items: bigint({ initial: 0 }),
    },
    primaryKey: ["day", "client_id", "product"],
    indexes: {
      usage_total_by_client_id_day: ["client_id", "day"],
    },
  }),
  table("rate_counter", {
    columns: {
      key: text(),
      full_at: bigint(), // µs since 1970
    },
    primaryKey: ["key"],
    indexes: {
      rate_counter_full_at: ["full_at"],
    },
  }),
  table("audit_entry", {
    columns: {
      sequence: integer(),
      at: time(),
      actor_kind: text(),
      actor_name: text(),
      action: text(),
      subject: text(),
      details: text(), // JSON
      client_id: text({ isNullable: true }), // the client that it is about
      previous_digest: text(),
      digest: text(),
    },
    primaryKey: ["sequence"],
    indexes: {
      audit_entry_by_time: ["at", "sequence"],
      audit_entry_by_client: ["client_id", "at", "sequence"],
      audit_entry_by_client_action: ["client_id", "action", "at", "sequence"],
      audit_entry_by_action: ["action", "at", "sequence"],
      audit_entry_by_subject: ["subject", "at", "sequence"],
      audit_entry_by_subject_action: ["subject", "action", "at", "sequence"],
      audit_entry_by_actor: ["actor_name", "at", "sequence"],
      audit_entry_by_actor_action: ["actor_name", "action", "at", "sequence"],
    },
  }),
  table("audit_head", {
    columns: {
      sequence: integer(),
      digest: text(),
    },
  }),
  table("mark", {
    columns: {
      name: text(),
      value: text(),
    },
    primaryKey: ["name"],
  }),
  table("client_move", {
    columns: {
      client_id: text(),
      public_key: text(),
      move_id: text(),
      run: text(),
      source: text(),
      target: text(),
      step: text(),
      paused_at: bigint({ isNullable: true }),
    },
    primaryKey: ["client_id"],
    indexes: { client_move_by_public_key: ["public_key"] },
  }),
  table("client_move_change", {
    columns: {
      at: bigint(), // orders changes that depend on each other
      nonce: text(),
      table_name: text(),
      row_key: text(), // JSON
    },
    primaryKey: ["at", "nonce"],
  }),
  table("usage_batch", {
    columns: {
      writer: text(),
      number: integer(), // the last batch of billed calls that the process has written
      written_at: time(),
    },
    primaryKey: ["writer"],
  }),
  table("call_counter", {
    columns: {
      key: text(),
      full_at: bigint(), // µs since 1970
      step: bigint(),
      size: bigint(),
      taken: integer(),
    },
    primaryKey: ["key"],
  }),
];
