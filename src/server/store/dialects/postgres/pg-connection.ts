import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { ClientBase, PoolClient, QueryConfig } from "pg";
import { storeWaitLimit } from "../../../domain/store-wait.ts";
import {
  failureOfBegin,
  failureWithCode,
  isConnectionLost,
  isNameLost,
  isPlanOutdated,
} from "./failures.ts";
import type { Renewal } from "./renewal.ts";
import type { StatementNames } from "./statement-names.ts";

/** The maximum duration of a statement in a transaction, in ms, even if its caller waits longer. */
const MAX_STATEMENT_MS = 30_000;

/** Limits that the server enforces on a transaction, even if this process hangs. */
const limits = (): string =>
  `set local statement_timeout = ${Math.min(storeWaitLimit(), MAX_STATEMENT_MS)}; set local idle_in_transaction_session_timeout = '60s'`;

const CHANGES = ["INSERT", "UPDATE", "DELETE", "MERGE"];

type Isolation = "serializable" | "repeatable read" | "read committed" | "by index";

/**
 * The first statement of a migration. It locks a row until the migration ends, so that servers that
 * start at the same time wait. Unlike a session's advisory lock, a row lock works behind every
 * pooler.
 */
const BEGIN_MIGRATION = `begin isolation level read committed; set local lock_timeout = '10min';
  select id from kysely_migration_lock for update`;

/** The `begin` statement of every other transaction. */
const beginStatement = (isolation: Isolation): string =>
  isolation === "by index"
    ? // The same text always has the same setting, so a cached plan fits.
      `begin isolation level read committed; ${limits()}; set local enable_seqscan = off`
    : `begin isolation level ${isolation}; ${limits()}`;

/** A connection of the pool while it is checked out. */
export type PostgresConnection = DatabaseConnection & {
  begin(isolation: Isolation | "migration"): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): void;
};

/** The part of a driver that its connections share. */
export type Shared = {
  names: StatementNames;
  renew: Renewal;
  /** Destroys a connection to a silent server; its statement fails with the reason. */
  breakOff(client: ClientBase, reason: Error): void;
};

/** Sends statements on a pooled connection, and waits for each as long as its caller may wait. */
export const createConnection = (
  client: PoolClient,
  { names, renew, breakOff }: Shared,
): PostgresConnection => {
  let isInTransaction = false;
  let isOfUse = true;

  const ask = async (statement: QueryConfig) => {
    const ms = storeWaitLimit();
    if (ms === Number.POSITIVE_INFINITY) return client.query(statement);
    const timer = setTimeout(() => breakOff(client, noResponse(ms)), ms);
    try {
      return await client.query(statement);
    } finally {
      clearTimeout(timer);
    }
  };

  const send = async (text: string, values: unknown[], name: string | undefined) => {
    try {
      return await ask({ ...(name !== undefined && { name }), text, values });
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
      await renew(client, (text) => ask({ text }));
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
      // The statement did nothing. Its transaction is lost, and runs again as a whole.
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
      // A connection with a failed `begin` is not reused.
      isInTransaction = true;
      try {
        // Sends `begin` and the transaction's local settings as one message, which works behind a
        // pooler.
        await ask({
          text: isolation === "migration" ? BEGIN_MIGRATION : beginStatement(isolation),
        });
      } catch (failure) {
        throw failureOfBegin(failure);
      }
    },
    commit: async () => {
      const { command } = await ask({ text: "commit" });
      isInTransaction = false;
      // PostgreSQL reports ROLLBACK, and no error, if a statement in the transaction failed.
      if (command === "ROLLBACK") throw new Error("a transaction with a failure was not committed");
    },
    rollback: async () => {
      isInTransaction = false;
      try {
        await ask({ text: "rollback" });
      } catch {
        // The transaction's own failure is reported; its connection is unusable.
        isOfUse = false;
      }
    },
    release: () => client.release(!isOfUse || isInTransaction),
  };
};

/** The failure of a statement whose server has not responded in time. */
const noResponse = (ms: number): Error =>
  failureWithCode("57014", `Connection ended: the database has not responded in ${ms} ms`);
