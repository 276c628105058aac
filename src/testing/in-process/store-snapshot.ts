import { setImmediate } from "node:timers/promises";
import SQLite from "better-sqlite3";

/** The rows of a new store. `restore` returns to these rows in one transaction. */
export type StoreSnapshot = { restore(): Promise<void>; close(): void };

/**
 * Keeps all rows of an SQLite store in memory. A separate connection without foreign keys restores
 * the rows. Only without foreign keys does SQLite drop whole pages in a `DELETE` without a
 * condition.
 */
export const takeSnapshot = (file: string): StoreSnapshot => {
  const database = new SQLite(file, { timeout: 0 });
  // The log of changes is written into the file by the service's own connection.
  const quick = ["synchronous = OFF", "secure_delete = OFF", "wal_autocheckpoint = 0"];
  for (const pragma of ["foreign_keys = OFF", ...quick]) database.pragma(pragma);
  const tables = database
    .prepare<[], string>(TABLES)
    .pluck()
    .all()
    .map((name) => `"${name}"`);
  database.exec("attach ':memory:' as kept");
  const steps = tables.flatMap((name) => {
    database.exec(`create table kept.${name} as select * from main.${name}`);
    return [
      `delete from main.${name}`,
      // Most tables of a new store are empty.
      ...(database.prepare(`select 1 from kept.${name}`).get()
        ? [`insert into main.${name} select * from kept.${name}`]
        : []),
    ].map((text) => database.prepare(text));
  });
  const restore = database.transaction(() => {
    for (const step of steps) step.run();
  });
  return {
    restore: async () => {
      for (;;)
        try {
          return restore.immediate();
        } catch (failure) {
          if (Object(failure).code !== "SQLITE_BUSY") throw failure;
          // An open transaction of the service ends in a later event-loop turn.
          await setImmediate();
        }
    },
    close: () => void database.close(),
  };
};

const TABLES = `
  select name from sqlite_master
  where type = 'table' and name not like 'sqlite!_%' escape '!' and name not like 'kysely!_%' escape '!'`;
