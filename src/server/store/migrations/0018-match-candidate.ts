import type { Migration } from "kysely";
import { table, text } from "./0001-baseline/table.ts";

/** Adds pairs of transactions that may be the same, and to a transaction what its Item shows of them. */
export const matchCandidate: Migration = {
  up: async (db) => {
    await CANDIDATES.create(db);
    for (const column of ["persistent_id", "possible_match"])
      await db.schema.alterTable("item_transaction").addColumn(column, "text").execute();
  },
};

const CANDIDATES = table("match_candidate", {
  columns: {
    item_id: text({ references: "item.item_id", onDelete: "cascade" }),
    transaction_id: text(),
    before_id: text(),
    account_id: text(),
    body: text(), // JSON: its score and reasons, and the facts of the removed one
    decision: text({ isNullable: true }),
  },
  primaryKey: ["item_id", "transaction_id", "before_id"],
});
