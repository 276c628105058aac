import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PageRequest } from "../domain/dashboard/lists.ts";
import { ALL_TIME, type Database, type Queryable, type TimeSpan } from "./tables.ts";

type Reading = {
  table: string;
  order: PageRequest["order"];
  /** The time after which the rows begin in the order; null for all. */
  after: number | null;
  /** How many rows are enough. */
  count: number;
  /** Whether the list is in the order of its time. */
  isByTime: boolean;
};

/**
 * Reads the rows of a list. A list by time on a partitioned table reads one span after another until it has enough rows: a
 * single statement would begin in the index of each part.
 */
export const readSpans = async <Row>(
  db: Pick<Database, "timeSpans">,
  statements: Queryable,
  { table, order, after, count, isByTime }: Reading,
  read: (span: TimeSpan) => Promise<Row[]>,
): Promise<Row[]> => {
  const spans = await db.timeSpans(statements, table);
  if (!isByTime) return read({ ...ALL_TIME, to: spans[0]?.to ?? null });
  const rows: Row[] = [];
  for (const span of order === "descending" ? spans : spans.toReversed()) {
    const rest = clip(span, order, after);
    if (rest) rows.push(...(await read(rest)));
    if (rows.length >= count) break;
  }
  return rows.slice(0, count);
};

/** The rest of a span after a time; null if there is none. A span without an end is of a table without parts. */
function clip(span: TimeSpan, order: PageRequest["order"], after: number | null): TimeSpan | null {
  const { from, to } = span;
  if (after === null || to === null) return span;
  if (order === "descending")
    return from !== null && from > after ? null : { from, to: Math.min(to, after + 1) };
  return to <= after ? null : { from: Math.max(from ?? after, after), to };
}

/** The condition that a time is in a span. */
export const isInSpan = (column: string, { from, to }: TimeSpan): RawBuilder<SqlBool> => {
  const bounds = [
    ...(from === null ? [] : [sql`${sql.ref(column)} >= ${from}`]),
    ...(to === null ? [] : [sql`${sql.ref(column)} < ${to}`]),
  ];
  return bounds.length === 0 ? sql`1 = 1` : sql`${sql.join(bounds, sql` and `)}`;
};
