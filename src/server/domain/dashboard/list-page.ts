/** The start of a page: after the row that has these values in the columns of the order, its id last. */
export type Cursor = readonly (string | number)[];

/** A request for rows of a list from a cursor on. By time, descending is newest first. */
export type PageRequest = {
  after: Cursor | null;
  order: "ascending" | "descending";
  limit: number;
};

/** Rows of a list, and whether there are more. */
export type Page<Row> = { rows: Row[]; next: Cursor | null };
