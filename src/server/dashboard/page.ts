import type { Cursor, PageRequest } from "../domain/dashboard/page.ts";
import { Fault } from "../domain/fault.ts";

/** How many rows a page has. */
const ROWS = 50;

/** What is asked of a list, of the body's fields. */
export const pageRequest = ({
  after,
  order,
}: {
  after?: string | undefined;
  order: "newest" | "oldest";
}): PageRequest => ({ after: after === undefined ? null : cursorOf(after), order, limit: ROWS });

/** A cursor as a page of the Dashboard passes it on. */
export const cursorText = (cursor: Cursor | null): string | null =>
  cursor && `${cursor.at}.${cursor.id}`;

function cursorOf(text: string): Cursor {
  const [, at, id] = /^(\d{1,15})\.(.+)$/s.exec(text) ?? [];
  if (at === undefined || id === undefined)
    throw new Fault("INVALID_FIELD", { message: "after must be the next of an earlier page" });
  return { at: Number(at), id };
}
