import { type Migration, sql } from "kysely";
import { isPostgres } from "./0001-baseline/index.ts";
import { bigint, integer, table, text } from "./0001-baseline/table.ts";

/**
 * Adds the token buckets of API calls, apart from those that guard against guessing: on PostgreSQL without a log and
 * without an index of their times, so that a count waits for no disk and changes one page.
 */
export const callCounters: Migration = {
  up: async (db) => {
    await CALL_COUNTER.create(db);
    if (!isPostgres(db)) return;
    await sql`alter table call_counter set unlogged`.execute(db);
    await sql`alter table call_counter set (fillfactor = 50)`.execute(db);
  },
};

const CALL_COUNTER = table("call_counter", {
  columns: {
    key: text(),
    full_at: bigint(), // µs since 1970
    step: bigint(),
    size: bigint(),
    taken: integer(),
  },
  primaryKey: ["key"],
});
