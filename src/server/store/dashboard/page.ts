import { type RawBuilder, sql } from "kysely";
import type { Cursor, Page, PageRequest } from "../../domain/dashboard/page.ts";

/** The condition of the rows behind a cursor, in a list that is ordered by some columns, the last of which is an id. */
export const isAfter = (
  columns: readonly string[],
  { after, order }: Pick<PageRequest, "after" | "order">,
): RawBuilder<boolean> => {
  if (after === null) return sql`1 = 1`;
  const beyond = sql.raw(order === "descending" ? "<" : ">");
  return sql`(${refs(columns)}) ${beyond} (${sql.join(after)})`;
};

/** The order of a list by some columns, all in the same direction. */
export const inOrder = (
  columns: readonly string[],
  { order }: Pick<PageRequest, "order">,
): RawBuilder<unknown> => {
  const direction = sql.raw(order === "descending" ? "desc" : "asc");
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${direction}`));
};

/** A column in a condition. */
export const ref = (column: string): RawBuilder<string | null> =>
  sql<string | null>`${sql.ref(column)}`;

/** A column of text in a condition that enters no index: another one is to be entered, and has the column, too. */
export const unindexed = (column: string): RawBuilder<string | null> =>
  sql<string | null>`${sql.ref(column)} || ''`;

/** A page of rows, of which one more than wanted was read. */
export const pageOf = <Row>(
  rows: Row[],
  { limit }: Pick<PageRequest, "limit">,
  cursorOf: (row: Row) => Cursor,
): Page<Row> => {
  const last = rows[limit - 1];
  return rows.length > limit && last !== undefined
    ? { rows: rows.slice(0, limit), next: cursorOf(last) }
    : { rows, next: null };
};

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
