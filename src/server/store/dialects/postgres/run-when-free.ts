import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Queryable } from "../../tables.ts";
import { failureCode } from "./failures.ts";

/** The wait for a lock and the pause between attempts, in ms. */
type Patience = { lockTimeoutMs: number; tries: number; pauseMs: number };

/**
 * Runs a transaction that locks tables in use. Other statements queue behind a waiting lock, so the
 * wait ends soon and is retried after a pause.
 */
export const runWhenFree = async <Answer>(
  db: Database,
  work: (transaction: Queryable) => Promise<Answer>,
  { lockTimeoutMs, tries, pauseMs }: Patience,
): Promise<Answer> => {
  for (let count = 1; ; count++)
    try {
      return await db.transact(
        async (transaction) => {
          await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(
            transaction,
          );
          return work(transaction);
        },
        { isolation: "read committed" },
      );
    } catch (failure) {
      if (failureCode(failure) !== "55P03" || count === tries) throw failure;
      await setTimeout(pauseMs);
    }
};
