import type SQLite from "better-sqlite3";
import type { Statement } from "better-sqlite3";
import type { QueryResult } from "kysely";

/** A statement outside a transaction, and the caller that waits for the commit. */
export type Write = {
  statement: Statement<unknown[]>;
  parameters: readonly unknown[];
  resolve(result: QueryResult<never>): void;
  reject(failure: unknown): void;
};

/**
 * Commits statements together, waits for the disk once, and then resolves each statement. SQLite
 * undoes a failed statement alone. If the failure ended the whole transaction, each statement runs
 * again by itself.
 */
export const commitGroup = (database: SQLite.Database, group: readonly Write[]): void => {
  if (group.filter(({ statement }) => !statement.readonly).length < 2) {
    group.forEach(commitAlone);
    return;
  }
  try {
    begin(database);
  } catch (failure) {
    for (const { reject } of group) reject(failure);
    return;
  }
  try {
    const answers = group.map((write) => answerIn(database, write));
    database.exec("commit");
    for (const answer of answers) answer();
  } catch {
    rollBack(database);
    group.forEach(commitAlone);
  }
};

/** Begins a transaction that holds the write lock from the start. */
export const begin = (database: SQLite.Database): void => {
  rollBack(database);
  database.exec("begin immediate");
};

/** Rolls back a transaction, unless SQLite has already ended it, as on a full disk. */
export const rollBack = (database: SQLite.Database): void => {
  // This failure must not hide the cause; the next transaction would report it.
  try {
    if (database.inTransaction) database.exec("rollback");
  } catch {}
};

/** Runs a statement. Outside a transaction, SQLite commits each statement by itself. */
export const run = (
  statement: Statement<unknown[]>,
  parameters: readonly unknown[],
): QueryResult<never> => {
  // The rows have the type of the built query.
  if (statement.reader) return { rows: statement.all(parameters) as never[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
};

function commitAlone({ statement, parameters, resolve, reject }: Write): void {
  try {
    resolve(run(statement, parameters));
  } catch (failure) {
    reject(failure);
  }
}

/**
 * Returns a function that settles a statement after the commit; throws if the statement has ended
 * the transaction.
 */
function answerIn(database: SQLite.Database, write: Write): () => void {
  try {
    const result = run(write.statement, write.parameters);
    return () => write.resolve(result);
  } catch (failure) {
    if (!database.inTransaction) throw failure;
    return () => write.reject(failure);
  }
}
