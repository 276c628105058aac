import { bigint, integer, table, text, time } from "./table.ts";

/** The transactions of Items. */
export const transactions = [
  table("transaction_feed", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      status: text(),
      last_change: bigint(), // the number of a change
      revision: bigint(),
      first_date: text({ isNullable: true }), // YYYY-MM-DD
      last_date: text({ isNullable: true }), // YYYY-MM-DD
      pulled_at: time({ isNullable: true }),
      history_retry_at: time({ isNullable: true }), // null if no institution has refused a part
      recurring_digests: text({ isNullable: true }), // JSON; null before the application reads streams
    },
    primaryKey: ["item_id"],
  }),
  table("item_transaction", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      transaction_id: text(),
      account_id: text(),
      date: text(), // YYYY-MM-DD
      added: bigint(), // the number of a change
      changed: bigint(), // the number of a change
      body: text(), // JSON
      original_description: text({ isNullable: true }),
      enrichment: text({ isNullable: true }), // packed; null without one, or where the body has it
      persistent_id: text({ isNullable: true }),
      possible_match: text({ isNullable: true }),
      evidence: text({ isNullable: true }), // JSON: the institution's words about the payment
    },
    primaryKey: ["item_id", "transaction_id"],
    indexes: {
      item_transaction_by_added: ["item_id", "added"],
      item_transaction_by_change: { columns: ["item_id", "changed"], where: "changed > added" },
      item_transaction_by_date: ["item_id", "date", "added", "account_id"],
    },
  }),
  table("transaction_day", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      date: text(), // YYYY-MM-DD
      account_id: text(),
      count: integer(),
      pending: integer({ initial: 0 }),
    },
    primaryKey: ["item_id", "account_id", "date"],
  }),
  table("removed_transaction", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      removed: bigint(), // the number of a change
      transaction_id: text(),
      account_id: text(),
      added: bigint(), // the number of a change
    },
    primaryKey: ["item_id", "removed"],
  }),
  table("transaction_alias", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      alias: text(), // the id that follows from the institution's own
      transaction_id: text(),
    },
    primaryKey: ["item_id", "alias"],
  }),
  table("match_candidate", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      transaction_id: text(),
      before_id: text(),
      account_id: text(),
      body: text(), // JSON: its score and reasons, and the facts of the removed one
      decision: text({ isNullable: true }),
    },
    primaryKey: ["item_id", "transaction_id", "before_id"],
  }),
];
