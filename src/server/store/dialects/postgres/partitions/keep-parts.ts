import { type Expression, type RawBuilder, sql } from "kysely";
import { DAY_MS, dayAt } from "../../../../domain/calendar.ts";
import type { Database, Queryable } from "../../../tables.ts";
import { runWhenFree } from "../run-when-free.ts";
import {
  DAY_TABLES,
  dayOfPart,
  earlierPart,
  restPart,
  toBounds,
  toPartName,
} from "./day-tables.ts";

/** The number of coming days with partitions, and of past days that may still get theirs. */
const DAYS_AHEAD = 7;
const DAYS_BACK = 31;

/** Other statements queue behind a waiting lock. So each wait is short and has several attempts. */
const PATIENCE = { lockTimeoutMs: 80, tries: 40, pauseMs: 500 };

/** The partitions of a table, or null without any. */
export const listParts = async (db: Queryable, table: string): Promise<string[] | null> => {
  const { rows } = await sql<{ name: string | null }>`
    select part.relname as name from pg_class as parent
    left join pg_inherits on inhparent = parent.oid
    left join pg_class as part on part.oid = inhrelid
    where parent.oid = to_regclass(${table}) and parent.relkind = 'p' order by part.relname`.execute(
    db,
  );
  return rows.length === 0 ? null : rows.flatMap(({ name }) => name ?? []);
};

/**
 * Whether the database user may create and drop partitions of a table, which another user may own.
 */
const mayChange = async (db: Queryable, table: string): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(relowner, 'USAGE') and has_schema_privilege(relnamespace, 'CREATE') as may
    from pg_class where oid = to_regclass(${table})`.execute(db);
  return rows[0]?.may === true;
};

const listDays = (table: string, parts: readonly string[]): number[] =>
  parts.flatMap((part) => dayOfPart(table, part) ?? []);

/** Creates the partitions of the coming days, and moves early rows into them. */
export const makePartsAhead = async (db: Database): Promise<void> => {
  const [first] = DAY_TABLES;
  if (!first) return;
  const parts = await listParts(db, first.table);
  if (!parts || !(await mayChange(db, first.table))) return;
  const { rows } = await sql<{ now: string }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  const today = dayAt(Number(rows[0]?.now));
  const newest = Math.max(...listDays(first.table, parts), today - DAYS_BACK - 1);
  for (let day = newest + 1; day <= today + DAYS_AHEAD; day++) await makeDay(db, day);
};

/**
 * Creates a day's partition of each table, all or none. Another process may do the same at once.
 */
const makeDay = (db: Database, day: number): Promise<void> =>
  runWhenFree(
    db,
    async (transaction) => {
      const rests = DAY_TABLES.map(({ table }) => sql.table(restPart(table)));
      await sql`lock table ${sql.join(rests)} in access exclusive mode`.execute(transaction);
      if ((await listParts(transaction, "request_log"))?.includes(toPartName("request_log", day)))
        return;
      for (const statement of makeDayStatements(day)) await statement.execute(transaction);
    },
    PATIENCE,
  );

/**
 * The statements that create a day's partitions. Rows of the day leave the rest partition after all
 * of them were copied.
 */
export const makeDayStatements = (day: number): RawBuilder<unknown>[] => {
  const { from, to } = toBounds(day);
  const isOfDay = (time: string) => sql`${sql.ref(time)} >= ${from} and ${sql.ref(time)} < ${to}`;
  return [
    ...DAY_TABLES.flatMap(({ table, time }) => [
      sql`create table ${sql.table(toPartName(table, day))} (like ${sql.table(table)} including defaults including storage)`,
      sql`insert into ${sql.table(toPartName(table, day))} select * from ${sql.table(restPart(table))}
        where ${isOfDay(time)}`,
    ]),
    ...DAY_TABLES.toReversed().map(
      ({ table, time }) => sql`delete from ${sql.table(restPart(table))} where ${isOfDay(time)}`,
    ),
    ...DAY_TABLES.flatMap((description) => [
      sql`alter table ${sql.table(description.table)} attach partition ${sql.table(toPartName(description.table, day))}
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`,
      ...toReference(description, (table) => toPartName(table, day)),
    ]),
  ];
};

/**
 * Makes each partition refer only to its parent's partition. Both can then be dropped without
 * reading a row.
 */
export const toReference = (
  { table, parent }: (typeof DAY_TABLES)[number],
  partIn: (table: string) => string,
): RawBuilder<unknown>[] =>
  parent
    ? [
        sql`alter table ${sql.table(partIn(table))} add constraint ${sql.ref(`${partIn(table)}_reference`)}
          foreign key (${sql.join(parent.columns.map((column) => sql.ref(column)))})
          references ${sql.table(partIn(parent.table))} (${sql.join(parent.references.map((column) => sql.ref(column)))})
          on delete cascade`,
      ]
    : [];

/**
 * Drops the partitions of a table in which every row has expired, with the partitions that refer to
 * them. Returns the tables that may still have expired rows: the table itself without partitions.
 * `isKept` is the condition of rows that stay longer.
 */
export const dropExpiredParts = async (
  db: Database,
  table: string,
  { until, isKept }: { until: number; isKept?: Expression<unknown> },
): Promise<string[]> => {
  const parts = await listParts(db, table);
  if (!parts || !(await mayChange(db, table))) return [table];
  const days = listDays(table, parts);
  const firstDay = Math.min(...days);
  const isExpired = (part: string): boolean => {
    const day = part === earlierPart(table) ? firstDay - 1 : dayOfPart(table, part);
    return day !== null && (day + 1) * DAY_MS - 1 <= until;
  };
  const left = [restPart(table)];
  if (parts.includes(earlierPart(table))) left.push(earlierPart(table));
  for (const part of parts.filter(isExpired)) {
    const isDropped = await dropPart(db, { table, part, isKept });
    if (isDropped && left.includes(part)) left.splice(left.indexOf(part), 1);
    else if (!isDropped && !left.includes(part)) left.push(part);
  }
  return left;
};

/**
 * Drops a partition and the partitions that refer to it; false if the partition has rows to keep.
 * PostgreSQL deletes the files after it has released the locks, which may take seconds.
 */
const dropPart = (
  db: Database,
  { table, part, isKept }: { table: string; part: string; isKept: Expression<unknown> | undefined },
): Promise<boolean> =>
  runWhenFree(
    db,
    async (transaction) => {
      const suffix = part.slice(table.length);
      const children = DAY_TABLES.filter(({ parent }) => parent?.table === table);
      const names = [...children.map((child) => child.table + suffix), part];
      if (isKept) {
        await sql`lock table ${sql.table(part)} in share row exclusive mode`.execute(transaction);
        const { rows } = await sql`
          select 1 from ${sql.table(part)} where ${isKept} limit 1`.execute(transaction);
        if (rows.length > 0) return false;
      }
      const dropped = sql.join(names.map((name) => sql.table(name)));
      await sql`drop table if exists ${dropped}`.execute(transaction);
      return true;
    },
    PATIENCE,
  );
