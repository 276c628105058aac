import type { Migration } from "kysely";

/** Adds the standard of each connection: its dialect, its security profile and the bank's deviations, as JSON. */
export const institutionStandards: Migration = {
  up: (db) =>
    db.schema.alterTable("institution_connection").addColumn("standard", "text").execute(),
};
