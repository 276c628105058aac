import type { Database, Standby } from "../tables.ts";
import type { Dialect, Problem } from "./dialect.ts";
import { postgres } from "./postgres.ts";
import { sqlite } from "./sqlite.ts";

export const dialects: readonly Dialect[] = [sqlite, postgres];

/** The dialect of an address; throws if none accepts it. */
export const pickDialect = (address: string): Dialect => {
  const dialect = dialects.find((dialect) => dialect.accepts(address));
  if (dialect) return dialect;
  const [scheme] = address.split(":", 1);
  const names = dialects.map(({ name }) => name).join(", ");
  // An address may have a password in it.
  throw new Error(`the store cannot be in a database of ${scheme}:, but in ${names}`);
};

export const openDatabase = (address: string): Database => pickDialect(address).open(address);

/** Opens the standby of an address. The dialect has checked the address before. */
export const openStandby = (address: string): Standby | null =>
  pickDialect(address).standbys?.open(address) ?? null;

/** Explains a failure of any database; null for any other failure. */
export const explainFailure = (failure: Error, address: string): Problem | null => {
  for (const { explain } of dialects) {
    const problem = explain(failure, address);
    if (problem) return problem;
  }
  return null;
};
