import { existsSync, rmSync, statSync } from "node:fs";
import SQLite from "better-sqlite3";
import { compareMigrations, isKnown, isUnreleased, UNRELEASED } from "../../migrations/index.ts";
import type { Inspection } from "../dialect.ts";
import { isLogDamaged } from "./write-ahead-log.ts";

const NOTHING: Inspection = {
  isEmpty: false,
  problem: null,
  foreign: [],
  pending: [],
  unknown: [],
  storeSettings: {},
  publicKeys: [],
  damage: [],
};

/** Looks into the database of a file; throws where it is none. */
export const inspect = (file: string, { pages = false } = {}): Inspection => {
  if (isEmpty(file)) return { ...NOTHING, isEmpty: true };
  const log = `${file}-wal`;
  if (isLogDamaged(log))
    return {
      ...NOTHING,
      problem: {
        reason: `${log} is damaged, and has what was written last`,
        advice: `put it and ${file} back from a backup, or move it away to go on without that`,
      },
    };
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
    const storeMigrations = has("kysely_migration")
      ? names("select name from kysely_migration")
      : [];
    // A start that was killed early leaves what it notes migrations in, and nothing else.
    const isBare = tables.every((table) => table.startsWith("kysely_migration"));
    const isOurs = isBare || isUnreleased(storeMigrations) || isKnown(storeMigrations);
    const settings =
      isOurs && has("mark")
        ? database
            .prepare<[], { name: string; value: string }>("select name, value from mark")
            .all()
        : [];
    return {
      isEmpty: false,
      problem: isUnreleased(storeMigrations)
        ? { ...UNRELEASED, reason: `${file} ${UNRELEASED.reason}` }
        : null,
      foreign: isOurs ? [] : tables,
      ...compareMigrations(storeMigrations),
      storeSettings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
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
