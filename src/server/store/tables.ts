import type { CompiledQuery, Expression, Kysely, SelectQueryBuilder, SqlBool } from "kysely";
import type { ClientTables, PortalUserTables, UserTables } from "./tables/client-tables.ts";
import type { InstitutionTables, OutageTables } from "./tables/institution-tables.ts";
import type { GrantTables, ItemTables, TransactionTables } from "./tables/item-tables.ts";
import type { LinkTables } from "./tables/link-tables.ts";
import type {
  AuditTables,
  JobTables,
  OperationTables,
  TrafficTables,
} from "./tables/operation-tables.ts";
import type { ReportTables } from "./tables/report-tables.ts";

export type { MoveStep } from "./tables/operation-tables.ts";

/** The store's tables. Ids are text, times ms since 1970, and structured values JSON as text. */
export type Tables = ClientTables &
  LinkTables &
  ItemTables &
  TransactionTables &
  GrantTables &
  InstitutionTables &
  UserTables &
  PortalUserTables &
  ReportTables &
  JobTables &
  TrafficTables &
  OutageTables &
  OperationTables &
  AuditTables;

/** The database, or a transaction in it: both run queries. */
export type Queryable = Kysely<Tables>;

/** The isolation of a transaction; serializable by default. */
export type TransactionOptions = {
  isolation?: "serializable" | "read committed";
  /** As in `byIndex`; read committed then. */
  byIndex?: boolean;
};

/** A part of the time, in ms from the first moment to before the last; null for no bound. */
export type TimeSpan = { from: number | null; to: number | null };

/** All the time, as one span. */
export const ALL_TIME: TimeSpan = { from: null, to: null };

/** The database, with the features that each dialect implements in its own way. */
export type Database = Queryable & {
  /**
   * Runs `work` in a transaction. Writing transactions are serializable: if a dialect detects a conflict, it
   * rolls one back and runs it again. With `read committed` there is no such check on a database with
   * concurrent writers: only for work each of whose statements is right by itself.
   */
  transact<Answer>(
    work: (transaction: Queryable) => Promise<Answer>,
    options?: TransactionOptions,
  ): Promise<Answer>;
  /**
   * Runs statements, each right by itself, that must use an index even if the planner takes their table for
   * nearly empty: after autovacuum has seen an empty queue, that estimate is wrong a second later.
   */
  byIndex<Answer>(work: (statements: Queryable) => Promise<Answer>): Promise<Answer>;
  /**
   * Runs a query in the order of an index by that index alone: a planner that misjudges the number of
   * matching rows reads all of them, or all others, and sorts.
   */
  inIndexOrder<Answer>(work: (statements: Queryable) => Promise<Answer>): Promise<Answer>;
  /** Reads committed rows, without waiting for a transaction in progress. */
  readCommitted<Row>(query: CompiledQuery<Row>): Row[] | Promise<Row[]>;
  /** Skips the rows that another transaction has locked, if the database has concurrent transactions. */
  skipLocked<DB, TB extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, TB, Row>,
  ): SelectQueryBuilder<DB, TB, Row>;
  /**
   * The time for leases, in ms: the database server's clock if processes on several machines share it, since
   * their clocks differ and jump; otherwise the caller's.
   */
  leaseTime(now: number | Expression<number>): Expression<number>;
  /**
   * Whether a column is one of these texts, or of the texts that a query selects. Never a join: that would
   * read the whole table if the planner assumes that it is nearly empty.
   */
  isAnyOf(column: string, texts: readonly string[] | Expression<unknown>): Expression<SqlBool>;
  /** Erases deleted data from the disk. Does not wait for readers: returns false if there are any. */
  eraseDeleted(): Promise<boolean>;
  /**
   * The time of a table's rows in spans, the newest first, each of whose rows are in few of its parts; one span without
   * bounds for a table without parts. Rows more than an hour ahead of the clock are in none.
   */
  timeSpans(statements: Queryable, table: string): Promise<readonly TimeSpan[]>;
  /** Makes the parts of the coming days if tables are partitioned by day; otherwise does nothing. */
  makePartsAhead(): Promise<void>;
  /**
   * Drops the parts of a table whose rows have all expired by a moment in ms, except parts with a
   * row that `isKept`. Returns the tables that may still have expired rows: the table itself if it
   * has no parts.
   */
  dropExpiredParts(
    table: string,
    options: { until: number; isKept?: Expression<unknown> },
  ): Promise<string[]>;
  /** Whether the queue for a connection or the write lock is so long that more work would only wait. */
  isBusy(): boolean;
};

/** A database that follows another one, its primary; its transactions read one moment. */
export type Standby = Database & {
  /** The place of the primary's last change in its log. */
  positionOf(primary: Database): Promise<string>;
  /** Whether a transaction on the standby sees all changes up to a place in the primary's log. */
  hasReached(transaction: Queryable, position: string): Promise<boolean>;
  /** Has the statements of a transaction use the order of an index, as `inIndexOrder` does. */
  sortByIndex(transaction: Queryable): Promise<void>;
};
