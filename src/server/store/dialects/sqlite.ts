import { existsSync } from "node:fs";
import SQLite from "better-sqlite3";
import type { Dialect } from "./dialect.ts";
import { takeAlone } from "./sqlite/copy.ts";
import { explain } from "./sqlite/explain.ts";
import { inspect } from "./sqlite/inspect.ts";
import { open } from "./sqlite/open.ts";
import { requireWritable } from "./sqlite/require-writable.ts";

/** A database in one file, which any number of processes on this machine may have open. */
export const sqlite: Dialect = {
  name: "SQLite",
  // A URL of another database has a scheme; one letter is a drive.
  accepts: (address) => !/^[a-z][a-z+.-]+:\/\//i.test(address),
  check: () => {},
  nameOf: (file) => file,
  open,
  inspect: async (file, options) => (existsSync(file) ? inspect(file, options) : null),
  requireWritable: async (file) => requireWritable(file),
  isInUse: async (file) => {
    if (!existsSync(file)) return false;
    const release = takeAlone(file);
    if (release) release();
    return !release;
  },
  // A transaction begins with the lock of whoever writes.
  blockWrites: async () => {},
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
