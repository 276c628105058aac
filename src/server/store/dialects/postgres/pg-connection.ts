import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { PoolClient } from "pg";
import { failureOfBegin, isConnectionLost, isNameLost, isPlanOutdated } from "./failures.ts";
import type { Renewal } from "./renewal.ts";
import type { StatementNames } from "./statement-names.ts";

/** How long a statement outside a transaction may take, in ms. */
const STATEMENT_TIMEOUT = 30_000;
/** Limits that the server enforces on a transaction, even if this process hangs. */
const LIMITS =
  "set local statement_timeout = '30s'; set local idle_in_transaction_session_timeout = '60s'";

const CHANGES = ["INSERT", "UPDATE", "DELETE", "MERGE"];

type Isolation = "serializable" | "read committed" | "by index";

/**
 * How a migration begins. It locks a row until it ends, so that of several servers that start at once the
 * others wait: unlike an advisory lock of the session that works behind every pooler.
 */
const BEGIN_MIGRATION = `begin isolation level read committed; set local lock_timeout = '10min';
  select id from kysely_migration_lock for update`;

/** A plan that is kept of a statement in it was made under the same setting, since its text comes nowhere else. */
const BEGIN_BY_INDEX = `begin isolation level read committed; ${LIMITS}; set local enable_seqscan = off`;

/** A connection of the pool while it is checked out. */
export type PostgresConnection = DatabaseConnection & {
  begin(isolation: Isolation | "migration"): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): void;
};

/** Sends statements on one of the pool's connections; all connections share `names` and `renew`. */
export const createConnection = (
  client: PoolClient,
  names: StatementNames,
  renew: Renewal,
): PostgresConnection => {
  let isInTransaction = false;
  let isOfUse = true;

  const send = async (text: string, values: unknown[], name: string | undefined) => {
    try {
      return await client.query({
        ...(name !== undefined && { name }),
        text,
        values,
        // In a transaction the server itself sees to it, and a migration takes its time.
        ...(!isInTransaction && { query_timeout: STATEMENT_TIMEOUT }),
      });
    } catch (failure) {
      if (isConnectionLost(failure) || isPlanOutdated(failure)) isOfUse = false;
      if (isNameLost(failure)) {
        isOfUse = false;
        names.stop();
      }
      throw failure;
    }
  };

  const renewOrLose = async () => {
    try {
      await renew(client);
    } catch (failure) {
      isOfUse = false;
      throw failure;
    }
  };

  const query = async ({ sql: text, parameters }: CompiledQuery) => {
    const name = names.of(text);
    if (!isInTransaction) await renewOrLose();
    try {
      return await send(text, [...parameters], name);
    } catch (failure) {
      // Nothing was done. A transaction is lost with it, and runs again as a whole.
      const isForgotten = isNameLost(failure) || isPlanOutdated(failure);
      if (name === undefined || isInTransaction || !isForgotten) throw failure;
      return send(text, [...parameters], undefined);
    }
  };

  return {
    executeQuery: async <Row>(statement: CompiledQuery): Promise<QueryResult<Row>> => {
      const { command, rowCount, rows } = await query(statement);
      return CHANGES.includes(command)
        ? { rows, numAffectedRows: BigInt(rowCount ?? 0) }
        : { rows };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator, and nothing here streams.
    streamQuery: async function* () {
      throw new Error("nothing is streamed from PostgreSQL");
    },
    begin: async (isolation) => {
      await renewOrLose();
      // A connection whose `begin` fails is not used again.
      isInTransaction = true;
      try {
        // One message for all of it, and only settings local to the transaction: a pooler may be in between.
        await client.query(
          isolation === "migration"
            ? BEGIN_MIGRATION
            : isolation === "by index"
              ? BEGIN_BY_INDEX
              : `begin isolation level ${isolation}; ${LIMITS}`,
        );
      } catch (failure) {
        throw failureOfBegin(failure);
      }
    },
    commit: async () => {
      const { command } = await client.query("commit");
      isInTransaction = false;
      // PostgreSQL reports this instead of an error if a statement in the transaction failed.
      if (command === "ROLLBACK") throw new Error("a transaction with a failure was not committed");
    },
    rollback: async () => {
      isInTransaction = false;
      try {
        await client.query("rollback");
      } catch {
        // The failure of the transaction is the one to report; its connection is unusable.
        isOfUse = false;
      }
    },
    release: () => client.release(!isOfUse || isInTransaction),
  };
};
