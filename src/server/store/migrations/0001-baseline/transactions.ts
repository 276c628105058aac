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
    },
    primaryKey: ["item_id", "transaction_id"],
    indexes: {
      item_transaction_by_added: ["item_id", "added"],
      item_transaction_by_changed: ["item_id", "changed"],
      item_transaction_by_date: ["item_id", "date", "added", "account_id"],
    },
  }),
  table("transaction_day", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      date: text(), // YYYY-MM-DD
      account_id: text(),
      count: integer(),
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
];
