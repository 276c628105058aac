import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { dayAt } from "../../../../domain/calendar.ts";
import type { Database, Queryable } from "../../../tables.ts";
import type { PartitionPlan, PlannedTable } from "../../dialect.ts";
import { DAY_TABLES, earlierPart, restPart, toBounds } from "./day-tables.ts";
import { listParts, makeDayStatements, makePartsAhead, toReference } from "./keep-parts.ts";
import { transactUntil } from "./stoppable.ts";
import { finishTransactions, startTransactions, TRANSACTIONS } from "./transaction-parts.ts";

/** Returns the steps of a conversion. Changes nothing. */
export const planPartitions = async (db: Database): Promise<PartitionPlan> => {
  const tables: PlannedTable[] = [];
  for (const table of [...DAY_TABLES.map(({ table }) => table), TRANSACTIONS]) {
    const { rows } = await sql<{ rows: string; bytes: string }>`
      select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as rows,
        coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes
      from pg_class where oid = to_regclass(${table})
        or oid in (select inhrelid from pg_inherits where inhparent = to_regclass(${table}))`.execute(
      db,
    );
    tables.push({
      table,
      by: table === TRANSACTIONS ? "item" : "day",
      rows: Number(rows[0]?.rows),
      bytes: Number(rows[0]?.bytes),
      isDone: (await listParts(db, table)) !== null,
    });
  }
  return { tables, freeBytes: await freeBytes(db) };
};

async function freeBytes(db: Database): Promise<number | null> {
  // The data directory is null unless the user is an administrator.
  const { rows } = await sql<{ folder: string | null; local: boolean | null }>`
    select (select setting from pg_settings where name = 'data_directory') as folder,
      (inet_server_addr() is null or host(inet_server_addr()) in ('127.0.0.1', '::1')) as local`.execute(
    db,
  );
  const { folder = null, local = false } = rows[0] ?? {};
  if (folder === null || !local || !existsSync(folder)) return null;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Partitions the tables of a store that no server has open, and resumes after an interruption.
 * Tables by day keep their rows in one partition; transactions are copied.
 */
export const partition = async (
  db: Database,
  progress: (step: string, share: number) => void,
  stop?: AbortSignal,
): Promise<void> => {
  await transactUntil(db, stop, partitionByDay);
  await makePartsAhead(db);
  if ((await listParts(db, TRANSACTIONS)) === null) {
    await startTransactions(db);
    await finishTransactions(db, stop, (share) => progress("Copying transactions", share));
  }
};

/** Partitions all tables by day, all or none. */
async function partitionByDay(transaction: Queryable): Promise<void> {
  if ((await listParts(transaction, "request_log")) !== null) return;
  const names = DAY_TABLES.map(({ table }) => sql.table(table));
  await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(transaction);
  const day = await firstDay(transaction);
  for (const { table, time } of DAY_TABLES)
    await partitionTable(transaction, { table, time, to: toBounds(day).from });
  for (const description of DAY_TABLES)
    for (const reference of toReference(description, restPart))
      await reference.execute(transaction);
  for (const statement of makeDayStatements(day)) await statement.execute(transaction);
}

/** The first day after all stored rows. */
async function firstDay(transaction: Queryable): Promise<number> {
  let last = 0;
  for (const { table, time } of DAY_TABLES) {
    const { rows } = await sql<{ last: string | null; now: string }>`
      select max(${sql.ref(time)}) as last, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
      from ${sql.table(table)}`.execute(transaction);
    last = Math.max(last, Number(rows[0]?.last ?? 0), Number(rows[0]?.now));
  }
  return dayAt(last) + 1;
}

/** Attaches a table as the earliest partition of a new partitioned table with the same columns and indexes. */
async function partitionTable(
  transaction: Queryable,
  { table, time, to }: { table: string; time: string; to: number },
): Promise<void> {
  const earlier = earlierPart(table);
  const run = (text: string) => sql.raw(text).execute(transaction);
  const { rows: indexes } = await sql<{ name: string; definition: string; key: string | null }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition,
      (select pg_get_constraintdef(oid) from pg_constraint where conindid = indexrelid and contype = 'p') as key
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass(${table}) order by relname`.execute(transaction);
  for (const { name } of indexes)
    await run(`alter index "${name}" rename to "${earlierName(name)}"`);
  await run(`alter table "${table}" rename to "${earlier}"`);
  await run(
    `create table "${table}" (like "${earlier}" including defaults including storage) partition by range ("${time}")`,
  );
  for (const { name, definition, key } of indexes)
    await run(key === null ? definition : `alter table "${table}" add constraint "${name}" ${key}`);
  await run(
    `alter table "${table}" attach partition "${earlier}" for values from (minvalue) to (${to})`,
  );
  await run(`create table "${restPart(table)}" partition of "${table}" default`);
}

/** PostgreSQL cuts names at 63 bytes, so two long names could collide. */
const earlierName = (index: string): string => `earlier_${index}`.slice(0, 63);
