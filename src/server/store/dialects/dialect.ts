import type { Database, Queryable } from "../tables.ts";

/**
 * A kind of database that the store can be in. Queries are portable SQL; all that differs between
 * databases is here, and in what `open` answers. An address is a file's path, or a URL.
 */
export type Dialect = {
  /** What people call it. */
  name: string;
  /** Whether an address is one of its databases. */
  accepts(address: string): boolean;
  /** Throws where an address says something that cannot be; connects to nothing. */
  check(address: string): void;
  /** What people call the database of an address; without a password. */
  nameOf(address: string): string;
  open(address: string): Database;
  /**
   * Looks into a database without bringing it up to date; null where there is none yet, or one that
   * nothing was ever put into. Throws where it cannot be read. With `pages` it reads all of it, and says what is damaged.
   */
  inspect(address: string, options?: { pages?: boolean }): Promise<Inspection | null>;
  /**
   * Throws where a server may not write to a database; with `changesSchema` also where it may not make and change tables.
   * Changes nothing.
   */
  requireWritable(address: string, options: { changesSchema: boolean }): Promise<void>;
  /** Whether a server, or another command, has a database open, as far as that can be told. */
  isInUse(address: string): Promise<boolean>;
  /** Lets nobody else write until a transaction ends. */
  blockWrites(transaction: Queryable, tables: readonly string[]): Promise<void>;
  /** The version of its library on this machine; throws where that does not load. */
  version(): string;
  /** What a failure of the database or its library means; null for any other. */
  explain(failure: Error, address: string): Problem | null;
  /** The files that a database has on this machine. */
  files(address: string): string[];
};

/** What is wrong, and what to do about it. */
export type Problem = { reason: string; advice: string };

/** What a database says of itself to somebody who changes nothing in it. */
export type Inspection = {
  /** Whether nothing was ever written to it. */
  isEmpty: boolean;
  /** What keeps a server from opening it, before anything else in it was looked at. */
  problem: Problem | null;
  /** Its tables, where it is the database of another program. */
  foreign: string[];
  /** Changes of the schema that the next start makes. */
  pending: string[];
  /** Changes that a newer version made. */
  unknown: string[];
  storeSettings: Record<string, string>;
  /** Of its clients; those that are enabled come first. */
  publicKeys: string[];
  /** What is wrong with its pages, where that was to be looked for. */
  damage: string[];
};
