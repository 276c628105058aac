import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Cursor, Page, PageRequest } from "../../domain/dashboard/lists.ts";
import type { Queryable } from "../tables.ts";

type Value = string | number;

/**
 * The columns that a list compares with a value, and the columns of its order; the last column is
 * an id.
 */
type ListColumns = { equal: Readonly<Record<string, Value>>; order: readonly string[] };

/**
 * Returns the condition and the order that make a list one range of an index. The index begins with
 * the equated columns and continues with the order. PostgreSQL drops columns compared by `=` from
 * the order, and could then choose another index with the same remaining order. So the equated
 * columns are compared as a range and lead the order.
 */
export const rangeOf = (
  { equal, order }: ListColumns,
  request: Pick<PageRequest, "after" | "order">,
): { condition: RawBuilder<SqlBool>; order: RawBuilder<unknown> } => {
  const isFree = (column: string) => !(column in equal);
  const columns = [...Object.keys(equal), ...order.filter(isFree)];
  const values = Object.values(equal);
  const after = request.after?.filter((_, at) => isFree(order[at] ?? ""));
  const bound = (comparison: string, bounds: readonly Value[]) =>
    bounds.length === 0
      ? []
      : [
          sql`(${refs(columns.slice(0, bounds.length))}) ${sql.raw(comparison)} (${sql.join(bounds)})`,
        ];
  const [first, firstOrNext, last, direction] =
    request.order === "descending" ? ["<", "<=", ">=", "desc"] : [">", ">=", "<=", "asc"];
  const bounds = [
    ...(after ? bound(first, [...values, ...after]) : bound(firstOrNext, values)),
    ...bound(last, values),
  ];
  return {
    condition: bounds.length === 0 ? sql`1 = 1` : sql`(${sql.join(bounds, sql` and `)})`,
    order: sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`)),
  };
};

/**
 * A column in a further condition that must not choose the index. SQLite prefers any index of a
 * column compared by `=` to the index with the order.
 */
export const unindexed = (column: string): RawBuilder<string | null> =>
  sql<string | null>`${sql.ref(column)} || ''`;

/** A page of rows, cut from a read with one extra row. */
export const toPage = <Row>(
  rows: Row[],
  { limit }: Pick<PageRequest, "limit">,
  cursorOf: (row: Row) => Cursor,
): Page<Row> => {
  const last = rows[limit - 1];
  return rows.length > limit && last !== undefined
    ? { rows: rows.slice(0, limit), next: cursorOf(last) }
    : { rows, next: null };
};

/** The time of a cursor, which has it before the id; null for none. */
export const timeOf = (after: Cursor | null): number | null =>
  after === null ? null : Number(after.at(-2));

/**
 * The distinct values of a column in ascending order. Each step seeks past the previous value in an
 * index.
 */
export const loadValues = async (
  db: Queryable,
  table: string,
  column: string,
  { where = sql`1 = 1`, limit }: { where?: RawBuilder<unknown>; limit: number },
): Promise<string[]> => {
  const next = (after: RawBuilder<unknown>) => sql`
    select min(${sql.ref(column)}) from ${sql.table(table)}
    where ${where} and ${sql.ref(column)} > ${after}`;
  const { rows } = await sql<{ value: string }>`
    with recursive found(value) as (
      ${next(sql`''`)} union all
      select (${next(sql`found.value`)}) from found where found.value is not null
    )
    select value from found where value is not null limit ${limit}`.execute(db);
  return rows.map(({ value }) => value);
};

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
