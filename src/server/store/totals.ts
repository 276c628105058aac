import { type RawBuilder, sql } from "kysely";
import { byKey } from "../domain/order.ts";
import type { Queryable, Tables } from "./tables.ts";

/** Stands for all clients in place of an id, in the totals over all of them. */
export const ALL = "";

/** The number of rows that one statement writes: SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 1000;

/** The tables whose rows count something, by all of their other columns. */
type TotalTable = {
  [T in keyof Tables]: Tables[T] extends { count: number } ? T : never;
}[keyof Tables];

/** The tables that count by hour, and by client or over all. */
type HourlyTable = {
  [T in TotalTable]: Tables[T] extends { client_id: string; hour: number } ? T : never;
}[TotalTable];

/** Adds counts to the rows of a table by all of their other columns, in rows of one key if there are several. */
export const addToTotals = async <T extends TotalTable>(
  db: Queryable,
  table: T,
  additions: Iterable<Tables[T] & { count: number }>,
): Promise<void> => {
  const sums = new Map<string, Tables[T] & { count: number }>();
  for (const addition of additions) {
    const key = toKey(addition);
    sums.set(key, { ...addition, count: (sums.get(key)?.count ?? 0) + addition.count });
  }
  // All writers lock rows in the same order, which prevents deadlocks.
  const rows = [...sums]
    .filter(([, { count }]) => count !== 0)
    .toSorted(byKey)
    .map(([, row]) => row);
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const key = sql.join(
    columns.filter((column) => column !== "count").map((column) => sql.ref(column)),
  );
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const values = rows.slice(from, from + ROWS_AT_ONCE).map((row) => {
      const byColumn = new Map(Object.entries(row));
      return sql`(${sql.join(columns.map((column) => byColumn.get(column)))})`;
    });
    await sql`
      insert into ${sql.table(table)} (${names}) values ${sql.join(values)}
      on conflict (${key}) do update set count = ${sql.table(table)}.count + excluded.count
    `.execute(db);
  }
};

const toKey = ({ count: _, ...key }: { count: number }): string =>
  Object.entries(key)
    .toSorted(byKey)
    .map(([, value]) => value)
    .join("\n");

/** The hours to sum up: from one on, each `hours` together, of one client or of all. */
export type HourRange = { hour: number; hours: 1 | 24; clientId: string | null };

/** Returns the counts of a table by hour and the other columns asked for; `where` narrows them further. */
export const hourlyTotals = async <T extends HourlyTable, C extends keyof Tables[T] & string>(
  db: Queryable,
  table: T,
  by: readonly C[],
  { hour, hours, clientId }: HourRange,
  where: RawBuilder<unknown> = sql`1 = 1`,
): Promise<(Pick<Tables[T], C> & { hour: number; count: number })[]> => {
  const columns = sql.join(by.map((column) => sql.ref(column)));
  const start = sql`hour - hour % ${sql.lit(hours)}`;
  const { rows } = await sql<Pick<Tables[T], C> & { hour: number; count: number | string }>`
    select ${start} as hour, ${columns}, sum(count) as count from ${sql.table(table)}
    where client_id = ${clientId ?? ALL} and hour >= ${hour} and ${where}
    group by ${start}, ${columns}
  `.execute(db);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
};
