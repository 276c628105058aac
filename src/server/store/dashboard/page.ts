import { type RawBuilder, sql } from "kysely";
import type { Cursor, Page, PageRequest } from "../../domain/dashboard/page.ts";

/** The condition of the rows behind a cursor, in a list that is ordered by a time and then an id. */
export const isAfter = (
  at: string,
  id: string,
  { after, order }: Pick<PageRequest, "after" | "order">,
): RawBuilder<boolean> => {
  if (after === null) return sql`1 = 1`;
  const beyond = sql.raw(order === "newest" ? "<" : ">");
  // The first condition is what an index is entered by.
  return sql`(${sql.ref(at)} ${beyond}= ${after.at}
    and (${sql.ref(at)} ${beyond} ${after.at} or ${sql.ref(id)} ${beyond} ${after.id}))`;
};

/** The direction of an order, as SQL has it. */
export const direction = ({ order }: Pick<PageRequest, "order">): "asc" | "desc" =>
  order === "newest" ? "desc" : "asc";

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
