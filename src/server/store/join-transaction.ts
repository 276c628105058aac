import type { Database, Queryable } from "./tables.ts";

/** Presents a transaction as a database: nested work joins it, and commits or rolls back with it. */
export const joinTransaction = (
  { skipLocked, leaseTime, isAnyOf, isBusy, timeSpans }: Database,
  transaction: Queryable,
): Database => {
  const features: Omit<Database, keyof Queryable> = {
    transact: (work) => work(transaction),
    byIndex: (work) => work(transaction),
    inIndexOrder: (work) => work(transaction),
    readCommitted: async (query) => (await transaction.executeQuery(query)).rows,
    skipLocked,
    leaseTime,
    isAnyOf,
    isBusy,
    timeSpans,
    // The deletion is not committed yet.
    eraseDeleted: async () => false,
    // Parts change in transactions of their own.
    makePartsAhead: async () => {},
    dropExpiredParts: async (table) => [table],
  };
  return Object.assign(transaction, features);
};
