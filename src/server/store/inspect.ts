import SQLite from "better-sqlite3";
import { migrationNames } from "./migrations/index.ts";

/** What a store says of itself to somebody who changes nothing in it. */
export type Inspection = {
  /** Changes of the schema that the next start makes. */
  pending: string[];
  /** Changes that a newer version made. */
  unknown: string[];
  marks: Record<string, string>;
};

/** Looks into the store of a file without bringing it up to date; throws when it is none. */
export const inspectStore = (file: string): Inspection => {
  const database = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    const names = (query: string) =>
      database
        .prepare<[], { name: string }>(query)
        .all()
        .map(({ name }) => name);
    const tables = names("select name from sqlite_master where type = 'table'");
    const done = tables.includes("kysely_migration")
      ? names("select name from kysely_migration")
      : [];
    const marks = tables.includes("mark")
      ? database.prepare<[], { name: string; value: string }>("select name, value from mark").all()
      : [];
    const known = migrationNames();
    return {
      pending: known.filter((name) => !done.includes(name)),
      unknown: done.filter((name) => !known.includes(name)),
      marks: Object.fromEntries(marks.map(({ name, value }) => [name, value])),
    };
  } finally {
    database.close();
  }
};
