import type { DatabaseConnection, Driver } from "kysely";
import type { Pool } from "pg";
import type { PostgresAddress } from "./address.ts";
import { createConnection, type PostgresConnection } from "./pg-connection.ts";
import { createRenewal, requireWrites } from "./renewal.ts";
import { createStatementNames } from "./statement-names.ts";

/** The types that are text on the wire and numbers in our rows: `int8` and `numeric`. */
const NUMBERS = [20, 1700];

/**
 * Requests a transaction that reads by indexes: Kysely passes on only an isolation level, and PostgreSQL
 * treats "read uncommitted" as "read committed", so it is free for this.
 */
export const BY_INDEX = "read uncommitted";

type PostgresDriver = Driver & { isBusy(): boolean };

/** Connects as an address says; the driver's module is loaded with the first connection. */
export const createDriver = ({ config, namesStatements }: PostgresAddress): PostgresDriver => {
  const names = createStatementNames(namesStatements);
  const renew = createRenewal(() => performance.now());
  const connections = new WeakMap<DatabaseConnection, PostgresConnection>();
  let pool: Pool | undefined;
  const own = (connection: DatabaseConnection): PostgresConnection => {
    const pooledConnection = connections.get(connection);
    if (!pooledConnection) throw new Error("the connection is another driver's");
    return pooledConnection;
  };
  return {
    init: async () => {
      const { Pool: PgPool, types } = await loadPg();
      const getTypeParser = (id: number, format?: "text" | "binary") =>
        NUMBERS.includes(id) ? Number : types.getTypeParser(id, format as "text");
      pool = new PgPool({
        ...config,
        types: { getTypeParser },
        verify: (client, done) => void requireWrites(client).then(() => done(), done),
      });
      // A connection that breaks fails the query that is under way, or the next one; nothing else.
      pool.on("connect", (client) => void client.on("error", () => {}));
      pool.on("error", () => {});
    },
    acquireConnection: async () => {
      if (!pool) throw new Error("the database is closed");
      const connection = createConnection(await pool.connect(), names, renew);
      connections.set(connection, connection);
      return connection;
    },
    // Transactions other than migrations set their isolation.
    beginTransaction: (connection, { isolationLevel }) =>
      own(connection).begin(
        isolationLevel === BY_INDEX
          ? "by index"
          : isolationLevel === "serializable" || isolationLevel === "read committed"
            ? isolationLevel
            : "migration",
      ),
    commitTransaction: (connection) => own(connection).commit(),
    rollbackTransaction: (connection) => own(connection).rollback(),
    releaseConnection: async (connection) => own(connection).release(),
    // As many wait as are served, so that no connection is ever without work.
    isBusy: () => pool !== undefined && pool.waitingCount >= pool.options.max,
    destroy: async () => {
      const last = pool;
      pool = undefined;
      await last?.end();
    },
  };
};

/** The module of `pg`, which most servers never need. */
export const loadPg = async () => (await import("pg")).default;
