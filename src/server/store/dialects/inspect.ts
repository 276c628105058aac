import { existsSync, rmSync, statSync } from "node:fs";
import SQLite from "better-sqlite3";
import { migrationNames } from "../migrations/index.ts";

/** What a store says of itself to somebody who changes nothing in it. */
export type Inspection = {
  /** Its tables, where it is the database of another program. */
  foreign: string[];
  /** Changes of the schema that the next start makes. */
  pending: string[];
  /** Changes that a newer version made. */
  unknown: string[];
  marks: Record<string, string>;
  /** Of its clients; those that are enabled come first. */
  publicKeys: string[];
  /** What is wrong with its pages, where that was to be looked for. */
  damage: string[];
};

/**
 * Looks into the store of a file without bringing it up to date; throws when it is none. With `pages`
 * it reads all of them, and says which are damaged.
 */
export const inspectStore = (file: string, { pages = false } = {}): Inspection => {
  // Closing takes away the files beside it that opening made, except for whoever may only read; what
  // is in them belongs to a server that runs, or was killed, and stays.
  const beside = [`${file}-wal`, `${file}-shm`];
  const isAlone = !beside.some((one) => existsSync(one));
  // Whoever looks at the same time has made them too: the last of both has to take them away.
  const readonly = !isEmpty(`${file}-wal`);
  const database = new SQLite(file, { readonly, fileMustExist: true });
  try {
    const names = (query: string) =>
      database
        .prepare<[], { name: string }>(query)
        .all()
        .map(({ name }) => name);
    const tables = names("select name from sqlite_master where type = 'table'");
    const has = (table: string) => tables.includes(table);
    const done = has("kysely_migration") ? names("select name from kysely_migration") : [];
    const known = migrationNames();
    const isOurs = tables.length === 0 || done.some((name) => known.includes(name));
    const marks =
      isOurs && has("mark")
        ? database
            .prepare<[], { name: string; value: string }>("select name, value from mark")
            .all()
        : [];
    return {
      foreign: isOurs ? [] : tables,
      pending: known.filter((name) => !done.includes(name)),
      unknown: done.filter((name) => !known.includes(name)),
      marks: Object.fromEntries(marks.map(({ name, value }) => [name, value])),
      publicKeys:
        isOurs && has("client")
          ? names("select public_key as name from client order by public_key_enabled desc")
          : [],
      damage: pages ? damageOf(database) : [],
    };
  } catch (failure) {
    database.close();
    // It could not be opened so far that closing takes them away.
    if (isAlone && isEmpty(`${file}-wal`)) for (const one of beside) rmSync(one, { force: true });
    throw failure;
  } finally {
    database.close();
  }
};

const isEmpty = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;

function damageOf(database: SQLite.Database): string[] {
  return database
    .prepare<[], { quick_check: string }>("pragma quick_check(3)")
    .all()
    .map(({ quick_check }) => quick_check)
    .filter((line) => line !== "ok");
}
