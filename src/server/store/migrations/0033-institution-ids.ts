import type { Migration } from "kysely";
import { integer, table, text, time } from "./0001-baseline/table.ts";

/** Adds to institutions how often their ids of transactions were seen to move, and the operator's word. */
export const institutionIds: Migration = {
  up: async (db) => {
    await INSTITUTION_IDS.create(db);
  },
};

const INSTITUTION_IDS = table("institution_ids", {
  columns: {
    institution_id: text(),
    moved: integer(),
    moved_at: time({ isNullable: true }),
    setting: text({ isNullable: true }),
  },
  primaryKey: ["institution_id"],
});
