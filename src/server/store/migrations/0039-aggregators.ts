import type { Migration } from "kysely";
import { table, text, time } from "./0001-baseline/table.ts";

/** Adds the keys at aggregators, by which banks of many countries are reached. */
export const aggregators: Migration = {
  up: async (db) => {
    await AGGREGATOR.create(db);
  },
};

const AGGREGATOR = table("aggregator", {
  columns: {
    aggregator_id: text(),
    kind: text(),
    address: text(),
    application_id: text(),
    sealed_key: text(),
    client_id: text({ isNullable: true }),
    person: text({ isNullable: true }),
    added_at: time(),
    refreshed_at: time({ isNullable: true }),
    problem: text({ isNullable: true }),
  },
  primaryKey: ["aggregator_id"],
});
