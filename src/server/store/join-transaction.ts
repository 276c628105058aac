import type { Database, Queryable } from "./tables.ts";

/** A transaction as a database: what runs in it is part of it, and is committed or rolled back with it. */
export const joinTransaction = (
  { skipLocked, leaseTime, isAnyOf, toBytes, isBusy }: Database,
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
    toBytes,
    isBusy,
    // What is deleted here is not committed yet.
    eraseDeleted: async () => false,
  };
  return Object.assign(transaction, features);
};
