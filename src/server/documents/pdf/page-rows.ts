/** Rows under a common heading. */
export type RowGroup<Row> = { title: string; rows: readonly Row[] };

/** The part of a group on one page. */
export type GroupPart<Row> = { group: RowGroup<Row>; rows: readonly Row[]; isContinued: boolean };

type Heights = { group: number; row: number };

/** The minimum number of rows of a longer group on one page. */
const MIN_ROWS = 2;

/**
 * Paginates groups of rows; the first page may have less room. A continued group repeats its heading; no page ends with
 * a heading or has a single row of several.
 */
export const pageRows = <Row>(
  groups: readonly RowGroup<Row>[],
  heights: Heights,
  rooms: { first: number; other: number },
): GroupPart<Row>[][] => {
  const pages: GroupPart<Row>[][] = [[]];
  let room = rooms.first;
  for (const group of groups) {
    let offset = 0;
    while (offset < group.rows.length) {
      const remaining = group.rows.length - offset;
      const capacity = Math.floor((room - heights.group) / heights.row);
      const count = rowsForPage(remaining, capacity);
      const isNewPage = pages.at(-1)?.length === 0 && room === rooms.other;
      if (count === 0 && !isNewPage) {
        pages.push([]);
        room = rooms.other;
        continue;
      }
      const rows = group.rows.slice(offset, offset + Math.max(count, 1));
      pages.at(-1)?.push({ group, rows, isContinued: offset > 0 });
      offset += rows.length;
      room -= heights.group + rows.length * heights.row;
    }
  }
  return pages;
};

/** Returns how many of the remaining rows go on this page, so that no page gets fewer than the minimum. */
function rowsForPage(remaining: number, capacity: number): number {
  if (capacity >= remaining) return remaining;
  const count = Math.min(capacity, remaining - MIN_ROWS);
  return count >= MIN_ROWS ? count : 0;
}
