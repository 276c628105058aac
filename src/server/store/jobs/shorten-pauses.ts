import { sql } from "kysely";
import type { Database } from "../tables.ts";

/** Clocks of machines differ by less than this, in ms. */
const TOLERANCE_MS = 60_000;

/** How often pauses are looked at while the clock goes on, in ms. */
const LOOK_PAUSE_MS = 10_000;

/**
 * Returns a function that finds pauses which begin in the future, since the clock ran ahead when they were
 * planned, and restarts them now; it returns whether there were any. PostgreSQL's own clock has to agree, so
 * one machine whose clock is behind shortens none.
 */
export const createPauseShortener = (db: Database, elapsed: () => number) => {
  let latest = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (now: number): Promise<boolean> => {
    const wasPutBack = now < latest;
    latest = now;
    if (!wasPutBack && elapsed() - lookedAt < LOOK_PAUSE_MS) return false;
    lookedAt = elapsed();
    const later = now + TOLERANCE_MS;
    const { numUpdatedRows } = await db.byIndex(async (statements) => {
      const found = await statements
        .selectFrom("job")
        .select("job_id")
        .where("planned_at", ">", later)
        .limit(1)
        .executeTakeFirst();
      if (!found) return { numUpdatedRows: 0n };
      return statements
        .updateTable("job")
        .set({
          due_at: sql<number>`due_at - (planned_at - ${now})`,
          planned_at: now,
        })
        .where("planned_at", ">", later)
        .where(({ eb }) => eb(eb("planned_at", "-", TOLERANCE_MS), ">", db.leaseTime(now)))
        .where("due_at", "is not", null)
        .executeTakeFirst();
    });
    return numUpdatedRows > 0n;
  };
};
