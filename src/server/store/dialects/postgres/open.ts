import { setTimeout } from "node:timers/promises";
import {
  type DataTypeNode,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  replaceWithNoncontingentExpression,
  type SqlBool,
  sql,
} from "kysely";
import type { Database, Tables } from "../../tables.ts";
import { type Role, readAddress } from "./address.ts";
import { BY_INDEX, createDriver } from "./driver.ts";
import { isConflict, isNameLost, isPlanOutdated } from "./failures.ts";
import { dropExpiredParts, makePartsAhead } from "./partitions/keep-parts.ts";
import { createTimeSpans } from "./partitions/time-spans.ts";

/**
 * The maximum number of attempts of a conflicting transaction, and the pauses between attempts in
 * ms.
 */
const MAX_TRIES = 30;
const DELAY = { first: 2, longest: 250 };

/** The default isolation by role: a standby has no serializable transactions. */
const ISOLATIONS = { primary: "serializable", standby: "repeatable read" } as const;

/**
 * Makes the planner read in the order of an index. The planner still sorts if no index has the
 * order.
 */
export const NO_SORT = sql`select set_config('enable_sort', 'off', true),
  set_config('enable_incremental_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`;

/**
 * Opens the existing database of an address. Transactions are serializable: if concurrent
 * transactions have no serial order, PostgreSQL rolls one back, and it runs again.
 */
export const open = (address: string): Database => openAs("primary", address);

/**
 * Opens the database of an address whose hosts have a role. A transaction on a standby only reads,
 * from one snapshot.
 */
export const openAs = (role: Role, address: string): Database => {
  const driver = createDriver(readAddress(address, role), role);
  const db = new Kysely<Tables>({
    // SQLite accepts an empty list; PostgreSQL reports a syntax error.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new PortableTypesCompiler(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createAdapter: () => ({
        supportsCreateIfNotExists: true,
        supportsReturning: true,
        supportsTransactionalDdl: true,
        // No lock is needed here: a migration's transaction begins with the lock.
        acquireMigrationLock: async () => {},
        releaseMigrationLock: async () => {},
      }),
    },
  });
  const transact: Database["transact"] = async (work, options = {}) => {
    const { isolation = ISOLATIONS[role], byIndex = false } = options;
    for (let tries = 1; ; tries++)
      try {
        const transaction = db.transaction().setIsolationLevel(byIndex ? BY_INDEX : isolation);
        return await transaction.execute(work);
      } catch (failure) {
        if (!runsAgain(failure) || tries === MAX_TRIES) throw failure;
        await setTimeout(delayAfter(tries));
      }
  };
  const features: Omit<Database, keyof Kysely<Tables>> = {
    transact,
    byIndex: (work) => transact(work, { byIndex: true }),
    inIndexOrder: (work) =>
      transact(
        async (transaction) => {
          await NO_SORT.execute(transaction);
          return work(transaction);
        },
        { byIndex: true },
      ),
    readCommitted: async (query) => (await db.executeQuery(query)).rows,
    skipLocked: (query) => query.forUpdate().skipLocked(),
    leaseTime: () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    isAnyOf: (column, texts) =>
      Array.isArray(texts)
        ? sql<SqlBool>`${sql.ref(column)} = any(${texts})`
        : sql<SqlBool>`${sql.ref(column)} = any(array${texts})`,
    // Autovacuum reclaims the space of deleted rows.
    eraseDeleted: async () => true,
    timeSpans: createTimeSpans(),
    makePartsAhead: () => makePartsAhead(database),
    dropExpiredParts: (table, options) => dropExpiredParts(database, table, options),
    isBusy: driver.isBusy,
  };
  const database = Object.assign(db, features);
  return database;
};

const runsAgain = (failure: unknown): boolean =>
  isConflict(failure) || isNameLost(failure) || isPlanOutdated(failure);

/** Exponential backoff with full jitter, so that conflicting transactions do not collide again. */
function delayAfter(tries: number): number {
  return Math.random() * Math.min(DELAY.first * 2 ** tries, DELAY.longest);
}

/** Maps types to SQLite's semantics: integers have 64 bits, and texts sort by their bytes. */
class PortableTypesCompiler extends PostgresQueryCompiler {
  protected override visitDataType({ dataType }: DataTypeNode): void {
    this.append(TYPES[dataType] ?? dataType);
  }
}

const TYPES: Partial<Record<DataTypeNode["dataType"], string>> = {
  integer: "bigint",
  text: 'text collate "C"',
};
