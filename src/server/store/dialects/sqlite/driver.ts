import { setImmediate } from "node:timers";
import type SQLite from "better-sqlite3";
import type { Statement } from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { begin, commitGroup, rollBack, run, type Write } from "./group-commit.ts";

/** The single writing connection of a process. */
export type Writer = {
  database: SQLite.Database;
  prepare(text: string): Statement<unknown[]>;
  close(): void;
};

/** The maximum number of statements in one commit, which blocks the whole process. */
const MAX_GROUP = 64;

/** The maximum number of waiting transactions. Each commits alone, and waits for the disk. */
const MAX_TRANSACTIONS = 16;

type SqliteConnection = DatabaseConnection & { isInTransaction: boolean };

type SqliteDriver = Driver & {
  /** Runs `work` while no transaction is open. */
  runAlone<Answer>(work: () => Answer): Promise<Answer>;
  isBusy(): boolean;
};

/**
 * Writes by one connection. A commit waits for the disk, and blocks the whole process. So
 * statements outside a transaction from the same turn of the event loop share a commit (group
 * commit).
 */
export const createDriver = (openWriter: () => Promise<Writer>): SqliteDriver => {
  let writer: Writer | undefined;
  const waiting: Write[] = [];
  const lock = createLock();

  const open = (): Writer => {
    if (!writer) throw new Error("the database is closed");
    return writer;
  };

  const commitWaiting = () => commitGroup(open().database, waiting.splice(0, MAX_GROUP));

  const runAlone = async <Answer>(work: () => Answer): Promise<Answer> => {
    await lock.take();
    try {
      return work();
    } finally {
      lock.release();
    }
  };

  const commitSoon = async () => {
    await lock.take();
    await new Promise((resolve) => setImmediate(resolve));
    if (waiting.length > 0) commitWaiting();
    lock.release();
    // The group's commit queues behind the waiting transactions.
    if (waiting.length > 0) void commitSoon();
  };

  const execute = ({ sql, parameters }: CompiledQuery, isInTransaction: boolean) => {
    const statement = open().prepare(sql);
    // The read connection does not see uncommitted writes.
    if (isInTransaction || (statement.readonly && lock.isFree())) return run(statement, parameters);
    return new Promise<QueryResult<never>>((resolve, reject) => {
      waiting.push({ statement, parameters, resolve, reject });
      if (waiting.length === 1) void commitSoon();
    });
  };

  const connect = (): SqliteConnection => {
    const connection: SqliteConnection = {
      isInTransaction: false,
      executeQuery: async (query) => execute(query, connection.isInTransaction),
      // biome-ignore lint/correctness/useYield: it gives nothing.
      streamQuery: async function* () {
        throw new Error("the store reads pages, and no stream");
      },
    };
    return connection;
  };
  const connections = new WeakMap<DatabaseConnection, SqliteConnection>();
  const own = (connection: DatabaseConnection): SqliteConnection => {
    const one = connections.get(connection);
    if (!one) throw new Error("the connection is another driver's");
    return one;
  };

  return {
    init: async () => {
      writer = await openWriter();
    },
    acquireConnection: async () => {
      const connection = connect();
      connections.set(connection, connection);
      return connection;
    },
    // Takes the write lock at once. A transaction that reads first and then asks for the lock fails
    // without waiting if another process has written since.
    beginTransaction: async (connection) => {
      await lock.take();
      try {
        begin(open().database);
      } catch (failure) {
        lock.release();
        throw failure;
      }
      own(connection).isInTransaction = true;
    },
    commitTransaction: async () => void open().database.exec("commit"),
    rollbackTransaction: async () => rollBack(open().database),
    releaseConnection: async (connection) => {
      if (own(connection).isInTransaction) lock.release();
      own(connection).isInTransaction = false;
    },
    runAlone,
    isBusy: () => lock.waiting() >= MAX_TRANSACTIONS || waiting.length >= 2 * MAX_GROUP,
    destroy: () =>
      runAlone(() => {
        while (waiting.length > 0) commitWaiting();
        writer?.close();
        writer = undefined;
      }),
  };
};

/** A mutex; waiters get it in the order in which they asked. */
const createLock = () => {
  let isTaken = false;
  const queue: (() => void)[] = [];
  return {
    isFree: (): boolean => !isTaken,
    /** The number of waiters. */
    waiting: (): number => queue.length,
    take: async (): Promise<void> => {
      if (isTaken) await new Promise<void>((resolve) => queue.push(resolve));
      isTaken = true;
    },
    release: (): void => {
      const next = queue.shift();
      // Passes the lock on directly, so that no new caller overtakes the waiters.
      if (next) next();
      else isTaken = false;
    },
  };
};
