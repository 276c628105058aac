import SQLite from "better-sqlite3";

/** The version of SQLite; throws where its native module does not load. */
export const sqliteVersion = (): string => {
  const database = new SQLite(":memory:");
  try {
    return String(database.prepare("select sqlite_version()").pluck().get());
  } finally {
    database.close();
  }
};
