import type { Migration } from "kysely";
import { integer, table, text, time } from "./0001-baseline/table.ts";

/** Adds the last batch of billed calls that each process has written. */
export const usageBatches: Migration = {
  up: (db) => usageBatch.create(db),
};

const usageBatch = table("usage_batch", {
  columns: { writer: text(), number: integer(), written_at: time() },
  primaryKey: ["writer"],
});
