import type { Database, Queryable, Standby } from "../tables.ts";

/**
 * A kind of database that the store can use. Queries are portable SQL; all differences between databases are
 * here, and in the result of `open`. An address is a file's path, or a URL.
 */
export type Dialect = {
  /** The name of the database product, as messages show it. */
  name: string;
  /** Whether an address is one of its databases. */
  accepts(address: string): boolean;
  /** Throws if an address is invalid; connects to nothing. */
  check(address: string): void;
  /** The name of an address's database, as messages show it: without a password. */
  nameOf(address: string): string;
  open(address: string): Database;
  /** The standbys of a database, for reads; null if it has none. */
  standbys: Standbys | null;
  /**
   * Inspects a database without migrating it; null if it does not exist or nothing was ever put into it.
   * Throws if it cannot be read. With `pages` it reads all of it, and reports damage.
   */
  inspect(address: string, options?: { pages?: boolean }): Promise<Inspection | null>;
  /**
   * Throws if a server may not write to a database; with `changesSchema` also if it may not create and alter
   * tables. Changes nothing.
   */
  requireWritable(address: string, options: { changesSchema: boolean }): Promise<void>;
  /** Whether a server or another command has a database open, as far as can be known. */
  isInUse(address: string): Promise<boolean>;
  /** Blocks other writers until a transaction ends. */
  blockWrites(transaction: Queryable, tables: readonly string[]): Promise<void>;
  /** Partitions the large tables of a store that no server has open; null if it has no partitions. */
  partitions: Partitioning | null;
  rowWatch: RowWatch;
  /** The version of its library on this machine; throws if that does not load. */
  version(): string;
  /** Explains a failure of the database or its library; null for any other. */
  explain(failure: Error, address: string): Problem | null;
  /** The files that a database has on this machine. */
  files(address: string): string[];
};

/** The standbys of a database. */
type Standbys = {
  /** Throws if an address of standbys is invalid; connects to nothing. */
  check(address: string): void;
  /** Connects to one; throws if none can be reached. */
  tryConnect(address: string): Promise<void>;
  open(address: string): Standby;
};

/** A table whose rows of a client are watched while the client moves to another store. */
export type WatchedTable = {
  name: string;
  key: readonly string[];
  /** The text of an expression for the client of a row by the row's name; null if every row may be the client's. */
  ownerOf: ((row: string) => string) | null;
  /** Whether the fence refuses writes to the client's rows, leaves them out (those of logs come with others'), or notes them. */
  fence: "refuse" | "skip" | "none";
};

/** Throws if a transaction must not go on. */
export type Guard = (transaction: Queryable) => Promise<void>;

/** Triggers that note the changed rows of a moving client, and refuse them behind the fence. */
type RowWatch = {
  /** Watches tables that are not watched yet; waits for the writes in progress. */
  start(
    db: Database,
    clientId: string,
    tables: readonly WatchedTable[],
    guard?: Guard,
  ): Promise<void>;
  stop(db: Database, tables: readonly string[], guard?: Guard): Promise<void>;
};

/** Quotes a text for SQL that takes no parameters. */
export const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** The message of a write that the fence refuses. */
export const MOVING = "the client is being moved to another cell";

/** The conversion of large tables into parts. */
type Partitioning = {
  /** Returns what a conversion would do; changes nothing. */
  plan(db: Database): Promise<PartitionPlan>;
  /** Converts the tables that are left; resumes after an interruption. The share is from 0 to 1. */
  apply(db: Database, progress: (step: string, share: number) => void): Promise<void>;
};

/** The steps of a conversion, before it is made; `freeBytes` of the database's disk are null if that is on another machine. */
export type PartitionPlan = { tables: PlannedTable[]; freeBytes: number | null };

/** A table in the plan of a conversion; `bytes` counts its rows and its indexes. */
export type PlannedTable = {
  table: string;
  by: "day" | "item";
  /** An estimate. */
  rows: number;
  bytes: number;
  isDone: boolean;
};

/** A problem, and how to solve it. */
export type Problem = { reason: string; advice: string };

/** The query of the connections in an inspection, the same for every database. */
export const CONNECTIONS =
  'select institution_id as "institutionId", sealed_secrets as "sealedSecrets" from institution_connection';

/** The query of the moves in an inspection, the same for every database. */
export const OPEN_MOVES =
  "select client_id as \"clientId\", step, source, target from client_move where step <> 'left' order by client_id";

/** The result of a read-only look at a database. */
export type Inspection = {
  /** Whether nothing was ever written to it. */
  isEmpty: boolean;
  /** A problem that keeps a server from opening it, found before anything else was read. */
  problem: Problem | null;
  /** Its tables, if it is the database of another program. */
  foreign: string[];
  /** Changes of the schema that the next start makes. */
  pending: string[];
  /** Changes that a newer version made. */
  unknown: string[];
  storeSettings: Record<string, string>;
  /** The public keys of its clients, enabled ones first. */
  publicKeys: string[];
  /** The sealed secrets of its connections to institutions. */
  connections: { institutionId: string; sealedSecrets: string }[];
  /** The moves of clients to or from it while servers run that are not over. */
  openMoves: { clientId: string; step: string; source: string; target: string }[];
  /** The last day, counted from 1970-01-01, that has a part of its own; null if no table has parts. */
  lastPart: number | null;
  /** Damage of its pages, if they were read. */
  damage: string[];
};
