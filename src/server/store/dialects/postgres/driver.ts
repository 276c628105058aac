import type { DatabaseConnection, Driver } from "kysely";
import { storeWaitLimit } from "../../../domain/store-wait.ts";
import type { PostgresAddress, Role } from "./address.ts";
import { createHostPools, type HostPools } from "./host-pools.ts";
import { loadPg } from "./load-pg.ts";
import { createConnection, type PostgresConnection, type Shared } from "./pg-connection.ts";
import { createRenewal } from "./renewal.ts";
import { createStatementNames } from "./statement-names.ts";

/** The types that the wire carries as text and our rows as numbers: `int8` and `numeric`. */
const NUMBERS = [20, 1700];

/**
 * Marks a transaction that reads by indexes. Kysely passes on only an isolation level. PostgreSQL
 * treats "read uncommitted" as "read committed", so the name is free.
 */
export const BY_INDEX = "read uncommitted";

type PostgresDriver = Driver & { isBusy(): boolean };

/** Creates a driver for an address. The first connection loads the driver's module. */
export const createDriver = (address: PostgresAddress, role: Role): PostgresDriver => {
  const shared: Shared = {
    names: createStatementNames(!address.hasPooler),
    renew: createRenewal(role, () => performance.now()),
    breakOff: (client, reason) => pools?.breakOff(client, reason),
  };
  const connections = new WeakMap<DatabaseConnection, PostgresConnection>();
  let pools: HostPools | undefined;
  const own = (connection: DatabaseConnection): PostgresConnection => {
    const pooledConnection = connections.get(connection);
    if (!pooledConnection) throw new Error("the connection is another driver's");
    return pooledConnection;
  };
  return {
    init: async () => {
      const pg = await loadPg();
      const getTypeParser = (id: number, format?: "text" | "binary") =>
        NUMBERS.includes(id) ? Number : pg.types.getTypeParser(id, format as "text");
      pools = createHostPools(address, pg, { role, types: { getTypeParser } });
    },
    acquireConnection: async () => {
      if (!pools) throw new Error("the database is closed");
      const connection = createConnection(await pools.connect(storeWaitLimit()), shared);
      connections.set(connection, connection);
      return connection;
    },
    // Every transaction except a migration sets its isolation.
    beginTransaction: (connection, { isolationLevel }) =>
      own(connection).begin(
        isolationLevel === BY_INDEX
          ? "by index"
          : isolationLevel === "serializable" ||
              isolationLevel === "read committed" ||
              isolationLevel === "repeatable read"
            ? isolationLevel
            : "migration",
      ),
    commitTransaction: (connection) => own(connection).commit(),
    rollbackTransaction: (connection) => own(connection).rollback(),
    releaseConnection: async (connection) => own(connection).release(),
    // With as many waiters as connections, no connection is ever idle.
    isBusy: () => pools?.isBusy() ?? false,
    destroy: async () => {
      const last = pools;
      pools = undefined;
      await last?.end();
    },
  };
};
