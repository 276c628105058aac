import { sql } from "kysely";
import type { Database } from "../tables.ts";

/**
 * The interval at which a process deletes full buckets, which have no effect; and the number of buckets per
 * deletion.
 */
const PAUSE_MS = 60_000;
const ROWS_AT_ONCE = 1000;

/** Creates a function that deletes the full buckets of a table now and then, and at each call while there are many. */
export const createSweep = (
  db: Database,
  name: "rate_counter" | "call_counter",
): ((now: number) => Promise<void>) => {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async (now) => {
    if (Math.abs(now - sweptAt) < PAUSE_MS) return;
    sweptAt = now;
    // A bucket that another process takes a call from meanwhile is locked, and no longer full.
    const full = db.skipLocked(
      db
        .selectFrom(name)
        .select("key")
        .where("full_at", "<=", now * 1000)
        .limit(ROWS_AT_ONCE),
    );
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(name)} where key in ${db.selectFrom(full.as("full_bucket")).select("key")}
    `.execute(db);
    if (numAffectedRows >= ROWS_AT_ONCE) sweptAt = Number.NEGATIVE_INFINITY;
  };
};
