/** Where a page of a list begins: after the row that has these values in the columns of the order, its id last. */
export type Cursor = readonly (string | number)[];

/** What is asked of a list: rows from a cursor on. By time, descending is newest first. */
export type PageRequest = {
  after: Cursor | null;
  order: "ascending" | "descending";
  limit: number;
};

/** Rows of a list, and whether there are more. */
export type Page<Row> = { rows: Row[]; next: Cursor | null };
