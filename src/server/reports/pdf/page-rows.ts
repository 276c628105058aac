/** Rows that belong together under a heading of their own. */
export type RowGroup<Row> = { title: string; rows: readonly Row[] };

/** A part of a group as it stands on one page. */
export type GroupPart<Row> = { group: RowGroup<Row>; rows: readonly Row[]; isContinued: boolean };

type Heights = { group: number; row: number };

/** Fewer rows of a group than this do not stand alone on a page. */
const FEWEST = 2;

/**
 * Parts groups of rows into pages, the first of which has less room perhaps. A group that goes on is
 * named again; no heading stands at the foot of a page, and no row of several alone on one.
 */
export const pageRows = <Row>(
  groups: readonly RowGroup<Row>[],
  heights: Heights,
  rooms: { first: number; other: number },
): GroupPart<Row>[][] => {
  const pages: GroupPart<Row>[][] = [[]];
  let room = rooms.first;
  for (const group of groups) {
    let done = 0;
    while (done < group.rows.length) {
      const left = group.rows.length - done;
      const fitting = Math.floor((room - heights.group) / heights.row);
      const taken = takenOf(left, fitting);
      const isNewPage = pages.at(-1)?.length === 0 && room === rooms.other;
      if (taken === 0 && !isNewPage) {
        pages.push([]);
        room = rooms.other;
        continue;
      }
      const rows = group.rows.slice(done, done + Math.max(taken, 1));
      pages.at(-1)?.push({ group, rows, isContinued: done > 0 });
      done += rows.length;
      room -= heights.group + rows.length * heights.row;
    }
  }
  return pages;
};

/** How many rows of those left to place here, so that neither here nor later too few are alone. */
function takenOf(left: number, fitting: number): number {
  if (fitting >= left) return left;
  const taken = Math.min(fitting, left - FEWEST);
  return taken >= FEWEST ? taken : 0;
}
