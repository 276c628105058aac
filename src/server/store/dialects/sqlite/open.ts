import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import SQLite, { type Statement } from "better-sqlite3";
import { Kysely, type SqlBool, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import { ALL_TIME, type Database, type Tables } from "../../tables.ts";
import { makeFolder } from "../make-folder.ts";
import { createDriver, type Writer } from "./driver.ts";

/** The maximum wait for another process's write, in ms. */
const BUSY_TIMEOUT = 5000;
const RETRY_DELAY = 5;

/** The page cache of each connection; the system caches frequently read pages too. */
const CACHE_KIB = 3 * 1024;

/** `OFF` makes commits return before the disk has the data, which is for tests only. */
type Options = { synchronous?: "FULL" | "OFF" };

type Prepare = (text: string) => Statement<unknown[]>;

/** The connections of a process: one writes, the other reads committed data. */
type Connections = Writer & { read: Prepare };

/**
 * Opens the database of a file, and creates a missing file. A process writes by one connection
 * only: waiting for a lock blocks the whole process, including the lock's holder. A second
 * connection reads.
 */
export const open = (file: string, { synchronous = "FULL" }: Options = {}): Database =>
  databaseOf(async () => {
    const writing = await openFile(file, synchronous);
    const reading = new SQLite(file, { readonly: true, timeout: BUSY_TIMEOUT });
    reading.pragma(`cache_size = ${-CACHE_KIB}`);
    return {
      database: writing,
      prepare: remembering(writing),
      read: remembering(reading),
      close: () => {
        reading.close();
        writing.close();
      },
    };
  });

/**
 * Opens a database in memory for any number of simulated processes. The processes share one
 * connection in turns, so each transaction must begin and end within one turn. The database starts
 * as a copy of `image`, or empty.
 */
export const openInMemory = (image?: Uint8Array) => {
  const database = new SQLite(image ? Buffer.from(image) : ":memory:");
  prepareForWrites(database);
  const prepare = remembering(database);
  return {
    /** Returns a process's database. Closing it leaves the shared database open. */
    connect: (): Database =>
      databaseOf(async () => ({ database, prepare, read: prepare, close: () => undefined })),
    database,
  };
};

function databaseOf(connect: () => Promise<Connections>): Database {
  let connections: Connections | undefined;
  const openConnections = async (): Promise<Writer> => {
    connections = await connect();
    return connections;
  };
  const driver = createDriver(openConnections);
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new Compiler(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createAdapter: () => ({
        supportsCreateIfNotExists: true,
        supportsReturning: true,
        // Kysely's own adapter returns false, and would leave a failed migration half done.
        supportsTransactionalDdl: true,
        // No lock is needed here: a migration's transaction holds the write lock.
        acquireMigrationLock: async () => {},
        releaseMigrationLock: async () => {},
      }),
    },
  });
  const features: Omit<Database, keyof Kysely<Tables>> = {
    transact: (work) => db.transaction().execute(work),
    // SQLite plans by the existing indexes, whatever the number of rows.
    byIndex: (work) => work(db),
    inIndexOrder: (work) => work(db),
    readCommitted: ({ sql: text, parameters }) => {
      if (!connections) throw new Error("the database is read before it was opened");
      // The rows have the type of the built query.
      return connections.read(text).all(...parameters) as never[];
    },
    // Only one transaction writes at a time, so no row is locked.
    skipLocked: (query) => query,
    leaseTime: (now) => sql<number>`${now}`,
    isAnyOf: (column, texts) =>
      Array.isArray(texts)
        ? sql<SqlBool>`${sql.ref(column)} in (${sql.join(padded(texts))})`
        : sql<SqlBool>`${sql.ref(column)} in ${texts}`,
    isBusy: driver.isBusy,
    eraseDeleted: () =>
      driver.runAlone(() => connections !== undefined && truncateLog(connections.database)),
    timeSpans: async () => [ALL_TIME],
    makePartsAhead: async () => {},
    dropExpiredParts: async (table) => [table],
  };
  return Object.assign(db, features);
}

/**
 * Writes each parameter as an expression. For a plain parameter in a join's conditions SQLite plans
 * again at each new value, which takes five times as long as the read.
 */
class Compiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}

/**
 * The maximum number of cached prepared statements. The oldest are evicted, such as those of
 * migrations.
 */
const MAX_STATEMENTS = 500;

/** Caches prepared statements, so that SQLite parses each only once. */
function remembering(database: SQLite.Database): Prepare {
  const statements = new Map<string, Statement<unknown[]>>();
  return (text) => {
    const existing = statements.get(text);
    if (existing) return existing;
    const statement = database.prepare<unknown[]>(text);
    if (statements.size >= MAX_STATEMENTS)
      for (const oldest of statements.keys()) {
        statements.delete(oldest);
        break;
      }
    statements.set(text, statement);
    return statement;
  };
}

/** Waiting for another process's reader would block this whole process. */
function truncateLog(database: SQLite.Database): boolean {
  database.pragma("busy_timeout = 0");
  try {
    return database.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
  } finally {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  }
}

async function openFile(file: string, synchronous: "FULL" | "OFF"): Promise<SQLite.Database> {
  makeFolder(dirname(file));
  closeSync(openSync(file, "a", 0o600));
  const database = new SQLite(file, { timeout: BUSY_TIMEOUT });
  await switchToWal(database);
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma(`cache_size = ${-CACHE_KIB}`);
  prepareForWrites(database);
  return database;
}

function prepareForWrites(database: SQLite.Database): void {
  database.pragma("foreign_keys = ON");
  // Overwrites deleted data, including credentials, instead of only unlinking it.
  database.pragma("secure_delete = ON");
}

/**
 * The busy timeout does not cover this switch. If two processes switch a new file at once, one gets
 * "locked" immediately, to avoid a deadlock.
 */
async function switchToWal(database: SQLite.Database): Promise<void> {
  const deadline = Date.now() + BUSY_TIMEOUT;
  for (;;)
    try {
      database.pragma("journal_mode = WAL");
      return;
    } catch (failure) {
      const busy = failure instanceof SQLite.SqliteError && failure.code.startsWith("SQLITE_BUSY");
      if (!busy || Date.now() > deadline) throw failure;
      await setTimeout(RETRY_DELAY);
    }
}

/** Pads a list to a power of two with its last value, so that few statements serve every length. */
function padded(texts: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(texts.length, 1)));
  return Array.from({ length }, (_, n) => texts[Math.min(n, texts.length - 1)] ?? "");
}
