import { mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Problem } from "../dialect.ts";

const OTHER_FOLDER = "or name another folder with --data";
const RESTORE = `put it back from a backup, ${OTHER_FOLDER}`;
const FULL = (file: string): Problem => ({
  reason: `the disk that ${file} is on is full`,
  advice: "free some space, and try again",
});

const READ_ONLY_DISK = (file: string): Problem => ({
  reason: `the disk that ${file} is on can only be read`,
  advice:
    "look into the log of the system (dmesg) why; stop the server, check the disk (fsck), and mount it writable",
});

/** The codes with which a write to a read-only file system can fail. */
const REFUSALS = ["SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN"];

/** Explanations of SQLite's result codes; the longest matching prefix wins. */
const MEANINGS: Record<string, (file: string, words: string) => Problem> = {
  SQLITE_NOTADB: (file) => ({ reason: `${file} is not an SQLite database`, advice: RESTORE }),
  SQLITE_CORRUPT: (file, words) => ({ reason: `${file} is damaged (${words})`, advice: RESTORE }),
  SQLITE_FULL: FULL,
  SQLITE_BUSY: (file) => ({
    reason: `${file} is locked by another process`,
    advice: "end what holds it, such as a backup or an sqlite3 shell, and try again",
  }),
  SQLITE_READONLY: (file) => ({
    reason: `${file} cannot be written`,
    advice: `let this user write it and its folder, ${OTHER_FOLDER}`,
  }),
  // The only triggers are those of a client's move.
  SQLITE_CONSTRAINT_TRIGGER: (file, words) => ({
    reason: `${file} refuses a write: ${words}`,
    advice: "try again once service-link clients move is over",
  }),
  SQLITE_CANTOPEN: (file) => ({
    reason: `${file} cannot be opened`,
    advice: `let this user read and write it and its folder, ${OTHER_FOLDER}`,
  }),
  SQLITE_IOERR: (file, words) => ({
    reason: `${file} could not be read or written (${words})`,
    advice: "look whether its disk fails, or files may not grow as large (ulimit -f)",
  }),
};

/** Explains a failure of SQLite or its native module; null for any other failure. */
export const explain = (failure: Error, file: string): Problem | null => {
  const code = "code" in failure ? String(failure.code) : "";
  if (isNativeModule(failure, code)) return nativeModule(failure, code);
  const prefix = Object.keys(MEANINGS).find((key) => code.startsWith(key));
  if (prefix === undefined) return null;
  // SQLite could not create its journal or log, and gives no cause.
  if (prefix === "SQLITE_IOERR" && hasNoRoom(file)) return FULL(file);
  if (REFUSALS.includes(prefix) && isOnReadOnlyDisk(file)) return READ_ONLY_DISK(file);
  return MEANINGS[prefix]?.(file, failure.message) ?? null;
};

/** SQLite's log needs more free space than this, in bytes. */
const MIN_FREE_BYTES = 64 * 1024;

function hasNoRoom(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

/**
 * Whether a file's disk is read-only, tested by creating a folder. A file system that was remounted
 * read-only after an error refuses writes, but passes a check of permissions.
 */
function isOnReadOnlyDisk(file: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(dirname(file), ".service-link-")));
    return false;
  } catch (failure) {
    return failure instanceof Error && "code" in failure && failure.code === "EROFS";
  }
}

const isNativeModule = ({ message }: Error, code: string): boolean =>
  code === "ERR_DLOPEN_FAILED" ||
  (code === "MODULE_NOT_FOUND" && message.includes("better_sqlite3.node"));

function nativeModule({ message }: Error, code: string): Problem {
  const machine = `${process.platform}-${process.arch}`;
  const [why = ""] = message.split("\n");
  return {
    reason:
      code === "MODULE_NOT_FOUND"
        ? `the native module of SQLite (better-sqlite3) is missing for this machine, ${machine}`
        : `the native module of SQLite (better-sqlite3) does not load on this machine, ${machine}: ${why}`,
    advice: "install the dependencies again on this machine, with npm ci",
  };
}
