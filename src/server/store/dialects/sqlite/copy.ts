import { chmodSync, closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { BACKED_UP_SETTING } from "../../../domain/server-settings.ts";

/** How many pages are copied before writers and the progress get their turn; a page has 4 KiB. */
const PAGES_AT_ONCE = 500;

/** The setting by which a copy identifies itself; a store in use does not have it. */
export const COPY_SETTING = "backup";

type CopyOptions = {
  /** The copy's description of itself; null removes it. */
  note: string | null;
  /** Called with the fraction that is copied, from 0 to 1. */
  progress: (share: number) => void;
};

/**
 * Copies the database of a file, as it is at this moment, to a new self-contained file for its owner only.
 * Other processes continue to write meanwhile; their writes are not in the copy, and their log cannot be
 * truncated until the end. Throws if a page of the copy is damaged; leaves no file behind then.
 */
export const copyDatabase = async (
  from: string,
  to: string,
  { note, progress }: CopyOptions,
): Promise<{ bytes: number }> => {
  closeSync(openSync(to, "wx", 0o600));
  try {
    const source = new SQLite(from, { fileMustExist: true });
    try {
      // Holds the snapshot: a copy would restart with each write of another process.
      source.exec("begin");
      source.prepare("select count(*) from sqlite_master").get();
      await source.backup(to, {
        progress: ({ totalPages, remainingPages }) => {
          progress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
          return PAGES_AT_ONCE;
        },
      });
    } finally {
      source.close();
    }
    return finish(to, note);
  } catch (failure) {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(to + suffix, { force: true });
    throw failure;
  }
};

function finish(file: string, note: string | null): { bytes: number } {
  const copy = new SQLite(file);
  let bytes: number;
  try {
    // The copy is a single file, without a separate log.
    copy.pragma("journal_mode = DELETE");
    copy.pragma("secure_delete = ON");
    if (note === null) copy.prepare("delete from mark where name = ?").run(COPY_SETTING);
    else setMark(copy, COPY_SETTING, note);
    const damage = copy.prepare("pragma quick_check(3)").pluck().all().join("; ");
    if (damage !== "ok") throw Object.assign(new Error(damage), { code: "SQLITE_CORRUPT" });
    bytes = Number(
      copy
        .prepare("select page_count * page_size from pragma_page_count, pragma_page_size")
        .pluck()
        .get(),
    );
  } finally {
    copy.close();
  }
  chmodSync(file, 0o600);
  for (const path of [file, dirname(file)]) sync(path);
  return { bytes };
}

/** Flushes to disk, so that it survives a power cut. */
function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Records in a database that it was copied, at a time as ISO 8601. */
export const recordCopy = (file: string, at: string): void => {
  const database = new SQLite(file, { fileMustExist: true });
  try {
    setMark(database, BACKED_UP_SETTING, at);
  } finally {
    database.close();
  }
};

const setMark = (database: SQLite.Database, name: string, value: string): void => {
  database
    .prepare(
      "insert into mark (name, value) values (?, ?) on conflict (name) do update set value = excluded.value",
    )
    .run(name, value);
};

/** Locks a database for this process alone; false if another one has it open. Returns a function that unlocks it. */
export const takeAlone = (file: string): (() => void) | false => {
  const database = new SQLite(file, { timeout: 0 });
  try {
    // In the mode of a log every process that has it open holds it; the mode cannot be left then.
    database.pragma("journal_mode = DELETE");
    database.exec("begin exclusive");
    return () => database.close();
  } catch (failure) {
    database.close();
    if (failure instanceof SQLite.SqliteError && failure.code.startsWith("SQLITE_BUSY"))
      return false;
    throw failure;
  }
};
