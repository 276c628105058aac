import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { SettingsError } from "../settings/settings.ts";

const OTHER_FOLDER = "or name another folder with --data";
const FREE_SPACE = "free some space, and try again";
const RESTORE = `put it back from a backup, ${OTHER_FOLDER}`;
const NAME_A_FOLDER = "name a folder with --data";

type Words = { reason: string; advice: string };

/** What SQLite's result codes mean for the file that the store is in; the longest prefix counts. */
const SQLITE: Record<string, (file: string, words: string) => Words> = {
  SQLITE_NOTADB: (file) => ({ reason: `${file} is not an SQLite database`, advice: RESTORE }),
  SQLITE_CORRUPT: (file, words) => ({ reason: `${file} is damaged (${words})`, advice: RESTORE }),
  SQLITE_FULL: (file) => ({ reason: `the disk that ${file} is on is full`, advice: FREE_SPACE }),
  SQLITE_BUSY: (file) => ({
    reason: `${file} is locked by another process`,
    advice: "end what holds it, such as a backup or an sqlite3 shell, and try again",
  }),
  SQLITE_READONLY: (file) => ({
    reason: `${file} cannot be written`,
    advice: `let this user write it and its folder, ${OTHER_FOLDER}`,
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

/** What the operating system's errors mean for a file or a folder. */
const SYSTEM: Record<string, (path: string) => Words> = {
  EACCES: (path) => forbidden(path),
  EPERM: (path) => forbidden(path),
  EROFS: (path) => ({
    reason: `${path} is on a file system that cannot be written`,
    advice: `mount it writable, ${OTHER_FOLDER}`,
  }),
  ENOSPC: (path) => ({ reason: `the disk that ${path} is on is full`, advice: FREE_SPACE }),
  EDQUOT: (path) => ({
    reason: `the disk quota of this user, where ${path} is, is used up`,
    advice: FREE_SPACE,
  }),
  EFBIG: (path) => ({
    reason: `${path} may not grow as large as it has to`,
    advice: "raise the limit on the size of files (ulimit -f)",
  }),
  ENOTDIR: (path) => ({ reason: `${path} is not in a folder`, advice: NAME_A_FOLDER }),
  EEXIST: (path) => ({ reason: `${path} is a file, not a folder`, advice: NAME_A_FOLDER }),
  EISDIR: (path) => ({
    reason: `${path} is a folder, where a file should be`,
    advice: "move it away",
  }),
  EIO: (path) => ({ reason: `${path} could not be read or written`, advice: "check its disk" }),
};

const forbidden = (path: string): Words => ({
  reason: `${path} may not be read or written by this user${uid()}`,
  advice: `let this user do so, ${OTHER_FOLDER}`,
});

const uid = (): string => (process.getuid ? ` (uid ${process.getuid()})` : "");

/**
 * What went wrong with a disk, with SQLite or with its native module, and what to do about it; null
 * for whatever is no failure of the system. `file` is the one that SQLite had open.
 */
export const systemFailure = (failure: unknown, file = "the store"): SettingsError | null => {
  if (failure instanceof SettingsError) return failure;
  if (!(failure instanceof Error) || !("code" in failure)) return null;
  const words = wordsOf(failure, String(failure.code), file);
  return words && new SettingsError(words.reason, { advice: words.advice, cause: failure });
};

function wordsOf(failure: Error, code: string, file: string): Words | null {
  if (isNativeModule(failure, code)) return nativeModule(failure, code);
  const prefix = Object.keys(SQLITE).find((one) => code.startsWith(one));
  // What is beside the file could not be made: SQLite does not say why.
  const isFull = prefix === "SQLITE_IOERR" && hasNoRoom(file);
  if (prefix !== undefined)
    return SQLITE[isFull ? "SQLITE_FULL" : prefix]?.(file, failure.message) ?? null;
  const path = "path" in failure && typeof failure.path === "string" ? failure.path : null;
  return path === null ? null : (SYSTEM[code]?.(path) ?? null);
}

/** Less than this is no room for what SQLite has beside its file. */
const LEAST_ROOM = 64 * 1024;

function hasNoRoom(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < LEAST_ROOM;
  } catch {
    return false;
  }
}

const isNativeModule = ({ message }: Error, code: string): boolean =>
  code === "ERR_DLOPEN_FAILED" ||
  (code === "MODULE_NOT_FOUND" && message.includes("better_sqlite3.node"));

function nativeModule({ message }: Error, code: string): Words {
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
