import type {
  AliasableExpression,
  CompiledQuery,
  Expression,
  Kysely,
  SelectQueryBuilder,
  SqlBool,
} from "kysely";
import type { AuditTables } from "./tables/audit-tables.ts";
import type { ClientTables } from "./tables/client-tables.ts";
import type { InstitutionTables } from "./tables/institution-tables.ts";
import type { ItemTables } from "./tables/item-tables.ts";
import type { JobTables } from "./tables/job-tables.ts";
import type { LinkTables } from "./tables/link-tables.ts";
import type { OperationTables } from "./tables/operation-tables.ts";
import type { OutageTables } from "./tables/outage-tables.ts";
import type { PortalUserTables } from "./tables/portal-user-tables.ts";
import type { ReportTables } from "./tables/report-tables.ts";
import type { TrafficTables } from "./tables/traffic-tables.ts";
import type { TransactionTables } from "./tables/transaction-tables.ts";
import type { UserTables } from "./tables/user-tables.ts";

/** The store's tables. Ids are text, times ms since 1970, and what has structure is JSON as text. */
export type Tables = ClientTables &
  LinkTables &
  ItemTables &
  TransactionTables &
  InstitutionTables &
  UserTables &
  PortalUserTables &
  ReportTables &
  JobTables &
  TrafficTables &
  OutageTables &
  OperationTables &
  AuditTables;

/** The database, or a transaction in it: whatever runs a query. */
export type Queryable = Kysely<Tables>;

/** How far transactions are kept apart; serializable where nothing is said. */
export type TransactionOptions = {
  isolation?: "serializable" | "read committed";
  /** As in `byIndex`; read committed then. */
  byIndex?: boolean;
};

/** The database, with what each dialect does in its own way. */
export type Database = Queryable & {
  /**
   * Runs `work` in a transaction. Those that write behave as if they ran one after another; where a
   * dialect finds that two did not, it rolls one back and runs it again. With `read committed` they do not
   * where transactions run side by side: for work each of whose statements is right by itself.
   */
  transact<Answer>(
    work: (transaction: Queryable) => Promise<Answer>,
    options?: TransactionOptions,
  ): Promise<Answer>;
  /**
   * Runs statements, each right by itself, that are to find rows by an index also where a planner takes their
   * table for nearly empty: where autovacuum has seen an empty queue, that is wrong a second later.
   */
  byIndex<Answer>(work: (statements: Queryable) => Promise<Answer>): Promise<Answer>;
  /**
   * Runs a query whose order is that of an index, by that index and no other: where a planner takes the rows that fit for
   * many or few, it reads all of them, or all others, and sorts.
   */
  inIndexOrder<Answer>(work: (statements: Queryable) => Promise<Answer>): Promise<Answer>;
  /** Reads what is committed, without waiting for a transaction that is under way. */
  readCommitted<Row>(query: CompiledQuery<Row>): Row[] | Promise<Row[]>;
  /** Leaves out the rows that another transaction has locked, where transactions run side by side. */
  skipLocked<DB, TB extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, TB, Row>,
  ): SelectQueryBuilder<DB, TB, Row>;
  /**
   * The time by which leases go, in ms: that of the server, where processes on several machines meet, whose
   * clocks differ and jump; else the caller's.
   */
  leaseTime(now: number | Expression<number>): Expression<number>;
  /**
   * Whether a column is one of these texts, or of those that a query selects. Never a join: that would read the
   * whole table where a planner takes it for nearly empty.
   */
  isAnyOf(column: string, texts: readonly string[] | Expression<unknown>): Expression<SqlBool>;
  /** A text as its bytes in UTF-8. */
  toBytes(text: Expression<string>): AliasableExpression<Uint8Array>;
  /**
   * Erases what was deleted from the disk. False where somebody reads at that moment: nobody waits
   * for it.
   */
  eraseDeleted(): Promise<boolean>;
  /** Whether so much waits for a connection or the write lock that more would only wait behind it. */
  isBusy(): boolean;
};
