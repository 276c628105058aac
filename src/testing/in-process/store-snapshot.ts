import { sql } from "kysely";
import type { Database } from "../../server/store/tables.ts";

/** The rows of a new store, which `restore` returns to in one transaction. */
export type StoreSnapshot = { restore(): Promise<void> };

/** Reads all rows of an SQLite store. */
export const takeSnapshot = async (db: Database): Promise<StoreSnapshot> => {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'table' and name not like 'sqlite!_%' escape '!' and name not like 'kysely!_%' escape '!'
  `.execute(db);
  const kept: { name: string; rows: Record<string, unknown>[] }[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    );
    kept.push({ name, rows });
  }
  return {
    restore: () =>
      db.transact(async (transaction) => {
        await sql`pragma defer_foreign_keys = on`.execute(transaction);
        // Tables that refer to others come after them: first emptied, they leave no row to a cascade.
        for (const { name } of kept.toReversed())
          await sql`delete from ${sql.table(name)}`.execute(transaction);
        for (const { name, rows } of kept)
          for (const row of rows)
            await sql`
              insert into ${sql.table(name)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
              values (${sql.join(Object.values(row))})
            `.execute(transaction);
      }),
  };
};
