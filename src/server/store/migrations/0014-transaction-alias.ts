import type { Migration } from "kysely";
import { table, text } from "./0001-baseline/table.ts";

/** Adds the ids under which institutions list transactions that keep an earlier id. */
export const transactionAlias: Migration = { up: (db) => ALIASES.create(db) };

const ALIASES = table("transaction_alias", {
  columns: {
    item_id: text({ references: "item.item_id", onDelete: "cascade" }),
    alias: text(), // the id that follows from the institution's own
    transaction_id: text(),
  },
  primaryKey: ["item_id", "alias"],
});
