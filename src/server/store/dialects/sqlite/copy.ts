import { chmodSync, closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { BACKED_UP_SETTING } from "../../../domain/server-settings.ts";

/**
 * The number of pages per step; between steps, writers and the progress callback run. A page has 4
 * KiB.
 */
const PAGES_AT_ONCE = 500;

/** The setting that identifies a copy. A store in use has no such setting. */
export const COPY_SETTING = "backup";

type CopyOptions = {
  /** The copy's description of itself; null removes the description. */
  note: string | null;
  /** Called with the copied share, from 0 to 1. */
  progress: (share: number) => void;
};

/**
 * Copies the current state of a database file to a new self-contained file for its owner only.
 * Other processes continue to write; the copy has none of their later writes, and the log cannot be
 * truncated until the end. Throws and deletes the copy if one of its pages is damaged.
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
      // Holds a snapshot. Without it, each write of another process would restart the copy.
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

/** Flushes a file or folder to disk, so that it survives a power cut. */
function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Records in a database the time of its copy, as ISO 8601. */
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

/**
 * Locks a database for this process alone; false if another process has it open. Returns a function
 * that unlocks the database.
 */
export const takeAlone = (file: string): (() => void) | false => {
  const database = new SQLite(file, { timeout: 0 });
  try {
    // Every process with the database open holds the WAL mode, so that the mode cannot change.
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
