import type { Cursor, PageRequest } from "../domain/dashboard/lists.ts";
import { Fault } from "../domain/fault.ts";

/**
 * The ordering columns of a list before the id: numbers such as times, and words such as states.
 */
type OrderColumn = "number" | "word";

const FORMS: Record<OrderColumn, RegExp> = { number: /^\d{1,15}$/, word: /^[a-z_]{1,40}$/ };

/** Returns the requested page. */
export const pageRequest = (
  {
    after,
    order,
    limit,
  }: { after?: string | undefined; order: PageRequest["order"]; limit: number },
  columns: readonly OrderColumn[] = ["number"],
): PageRequest => ({
  after: after === undefined ? null : parseCursor(after, columns),
  order,
  limit,
});

/** Returns a cursor as text. */
export const cursorText = (cursor: Cursor | null): string | null => cursor?.join(".") ?? null;

function parseCursor(text: string, columns: readonly OrderColumn[]): Cursor {
  const parts = text.split(".");
  const id = parts.slice(columns.length).join(".");
  if (id === "" || !columns.every((column, at) => FORMS[column].test(parts[at] ?? "")))
    throw new Fault("INVALID_FIELD", {
      message: "after must be the next of an earlier page in the same order",
    });
  return [
    ...columns.map((column, at) => (column === "number" ? Number(parts[at]) : String(parts[at]))),
    id,
  ];
}
