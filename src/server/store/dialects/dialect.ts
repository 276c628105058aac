import type { Database, Queryable, Standby } from "../tables.ts";

/**
 * A kind of database that the store supports. Queries are portable SQL; this type and the result of
 * `open` hold all differences. An address is a file path or a URL.
 */
export type Dialect = {
  /** The name of the database product, as messages show it. */
  name: string;
  /** Whether an address belongs to this dialect. */
  accepts(address: string): boolean;
  /** Throws if an address is invalid. Makes no connection. */
  check(address: string): void;
  /** The name of an address's database for messages, without the password. */
  nameOf(address: string): string;
  open(address: string): Database;
  /** The standbys of a database, for reads; null if it has none. */
  standbys: Standbys | null;
  /**
   * Inspects a database without migrating it. Null if the database does not exist or was never
   * written. Throws if the database cannot be read. With `pages`, reads every page and reports
   * damage.
   */
  inspect(address: string, options?: { pages?: boolean }): Promise<Inspection | null>;
  /**
   * Throws if a server may not write to a database; with `changesSchema`, also if it may not create
   * and alter tables. Changes nothing.
   */
  requireWritable(address: string, options: { changesSchema: boolean }): Promise<void>;
  /** Whether another process has the database open, as far as can be known. */
  isInUse(address: string): Promise<boolean>;
  /** Blocks other writers until a transaction ends. */
  blockWrites(transaction: Queryable, tables: readonly string[]): Promise<void>;
  /**
   * Partitions the large tables of a store that no server has open; null if the dialect has no
   * partitions.
   */
  partitions: Partitioning | null;
  rowWatch: RowWatch;
  /** The version of the database library on this machine; throws if the library does not load. */
  version(): string;
  /** Explains a failure of the database or its library; null for any other failure. */
  explain(failure: Error, address: string): Problem | null;
  /** The files that a database has on this machine. */
  files(address: string): string[];
};

/** The standbys of a database. */
type Standbys = {
  /** Throws if an address of standbys is invalid. Makes no connection. */
  check(address: string): void;
  /** Connects to a standby; throws if no standby responds. */
  tryConnect(address: string): Promise<void>;
  open(address: string): Standby;
};

/** A table whose rows are watched during a client's move to another store. */
export type WatchedTable = {
  name: string;
  key: readonly string[];
  /**
   * Returns an SQL expression for the client of a row, given the row's alias. Null if any row may
   * belong to the client.
   */
  ownerOf: ((row: string) => string) | null;
  /**
   * `refuse`: the fence refuses writes to the client's rows. `skip`: the fence drops them, since a
   * batch of logs mixes clients. `none`: the fence only notes them.
   */
  fence: "refuse" | "skip" | "none";
};

/** Throws if a transaction must not continue. */
export type Guard = (transaction: Queryable) => Promise<void>;

/** Triggers that note the changed rows of a moving client, and refuse changes behind the fence. */
type RowWatch = {
  /** Adds triggers to the tables without them; waits for the writes in progress. */
  start(
    db: Database,
    clientId: string,
    tables: readonly WatchedTable[],
    guard?: Guard,
  ): Promise<void>;
  stop(db: Database, tables: readonly string[], guard?: Guard): Promise<void>;
};

/** Quotes a text for SQL statements that take no parameters. */
export const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** The message for a write that the fence refuses. */
export const MOVING = "the client is being moved to another cell";

/** The conversion of large tables into partitions. */
type Partitioning = {
  /** Returns the steps of a conversion. Changes nothing. */
  plan(db: Database): Promise<PartitionPlan>;
  /** Converts the remaining tables until it is stopped; resumes after an interruption. The share is from 0 to 1. */
  apply(
    db: Database,
    progress: (step: string, share: number) => void,
    stop?: AbortSignal,
  ): Promise<void>;
};

/** The planned steps of a conversion. `freeBytes` is null if the database is on another machine. */
export type PartitionPlan = { tables: PlannedTable[]; freeBytes: number | null };

/** A table in the plan of a conversion; `bytes` counts its rows and its indexes. */
export type PlannedTable = {
  table: string;
  by: "day" | "item";
  /** An estimate by the database. */
  rows: number;
  bytes: number;
  isDone: boolean;
};

/** A problem and its solution. */
export type Problem = { reason: string; advice: string };

/** The query of the connections in an inspection, the same for every database. */
export const CONNECTIONS =
  'select institution_id as "institutionId", sealed_secrets as "sealedSecrets" from institution_connection';

/** The query of the moves in an inspection, the same for every database. */
export const OPEN_MOVES =
  "select client_id as \"clientId\", step, source, target from client_move where step <> 'left' order by client_id";

/** The result of a read-only inspection of a database. */
export type Inspection = {
  /** Whether the database was never written. */
  isEmpty: boolean;
  /** A problem that prevents a server from opening the database, found before the rest was read. */
  problem: Problem | null;
  /** The tables of another program, if the database belongs to one. */
  foreign: string[];
  /** Schema changes that the next start makes. */
  pending: string[];
  /** Schema changes made by a newer version. */
  unknown: string[];
  storeSettings: Record<string, string>;
  /** The public keys of its clients, enabled ones first. */
  publicKeys: string[];
  /** The sealed secrets of the store's connections to institutions. */
  connections: { institutionId: string; sealedSecrets: string }[];
  /** Unfinished live moves of clients to or from this store. */
  openMoves: { clientId: string; step: string; source: string; target: string }[];
  /** The last day, counted from 1970-01-01, that has a part of its own; null if no table has parts. */
  lastPart: number | null;
  /** Damaged pages, if the inspection read the pages. */
  damage: string[];
};
