import { type Kysely, type Migration, sql } from "kysely";

/**
 * PostgreSQL leaves room in each page of the queue's table for what claims write of its rows (HOT updates), which
 * then change no index.
 */
export const jobFillFactor = (percent: number): Migration => ({
  up: async (db) => {
    if (isPostgres(db))
      await sql`alter table job set (fillfactor = ${sql.lit(percent)})`.execute(db);
  },
});

/** As its parameters tell: migrations are given no more of the dialect. */
function isPostgres(db: Kysely<unknown>): boolean {
  return sql`select ${1}`.compile(db).sql === "select $1";
}
