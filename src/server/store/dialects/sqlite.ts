import { accessSync, constants, existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import SQLite from "better-sqlite3";
import type { Dialect } from "./dialect.ts";
import { takeAlone } from "./sqlite/copy.ts";
import { explain } from "./sqlite/explain.ts";
import { inspect } from "./sqlite/inspect.ts";
import { open } from "./sqlite/open.ts";
import { startWatch, stopWatch } from "./sqlite/watch-rows.ts";

/** A database in one file, which any number of processes on the same machine may open. */
export const sqlite: Dialect = {
  name: "SQLite",
  // A database URL has a scheme; a single letter is a drive.
  accepts: (address) => !/^[a-z][a-z+.-]+:\/\//i.test(address),
  check: () => {},
  nameOf: (file) => file,
  open,
  standbys: null,
  inspect: async (file, options) => (existsSync(file) ? inspect(file, options) : null),
  requireWritable: async (file) => requireWritable(file),
  isInUse: async (file) => {
    if (!existsSync(file)) return false;
    const release = takeAlone(file);
    if (release) release();
    return !release;
  },
  // A transaction already holds the write lock.
  blockWrites: async () => {},
  partitions: null,
  rowWatch: { start: startWatch, stop: stopWatch },
  version: () => {
    const database = new SQLite(":memory:");
    try {
      return String(database.prepare("select sqlite_version()").pluck().get());
    } finally {
      database.close();
    }
  },
  explain,
  files: (file) => [file, `${file}-wal`, `${file}-shm`],
};

/**
 * Throws if a file, its log, or its folder is not writable, including on a read-only file system.
 * Opening the database would write.
 */
const requireWritable = (file: string): void => {
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  let folder = dirname(resolve(file));
  while (!existsSync(folder)) folder = dirname(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
};
