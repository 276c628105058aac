/** Where a page of a list begins: after the row of this time and id. */
export type Cursor = { at: number; id: string };

/** What is asked of a list: rows from a cursor on, newest first unless it is turned round. */
export type PageRequest = { after: Cursor | null; order: "newest" | "oldest"; limit: number };

/** Rows of a list, and whether there are more. */
export type Page<Row> = { rows: Row[]; next: Cursor | null };
