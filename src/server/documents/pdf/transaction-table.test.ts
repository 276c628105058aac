import fc from "fast-check";
import { expect, test } from "vitest";
import { pageRows } from "./transaction-table.ts";

const HEIGHTS = { group: 18, row: 14 };
const groupSizes = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 });
const rooms = fc.record({
  first: fc.integer({ min: 0, max: 500 }),
  other: fc.integer({ min: 120, max: 600 }),
});

test("rows keep their order over pages, and no page overflows", () => {
  fc.assert(
    fc.property(groupSizes, rooms, (sizes, room) => {
      const groups = sizes.map((size, at) => ({
        title: `group ${at}`,
        rows: Array.from({ length: size }, (_, row) => `${at}.${row}`),
      }));
      const pages = pageRows(groups, HEIGHTS, room);
      const rowsOnPages = pages.flat().flatMap(({ rows }) => rows);
      expect(rowsOnPages).toEqual(groups.flatMap(({ rows }) => rows));
      pages.forEach((parts, at) => {
        const height = parts.reduce((sum, { rows }) => sum + 18 + rows.length * 14, 0);
        expect(height).toBeLessThanOrEqual(at === 0 ? room.first : room.other);
        if (at > 0) expect(parts.length).toBeGreaterThan(0);
      });
    }),
  );
});

test("a page never has a single row of several, and a continued group is marked", () => {
  fc.assert(
    fc.property(groupSizes, rooms, (sizes, room) => {
      const groups = sizes.map((size, at) => ({
        title: `group ${at}`,
        rows: Array.from({ length: size }, (_, row) => row),
      }));
      for (const { group, rows, isContinued } of pageRows(groups, HEIGHTS, room).flat()) {
        expect(rows.length).toBeGreaterThanOrEqual(Math.min(2, group.rows.length));
        expect(isContinued).toBe(rows[0] !== 0);
      }
    }),
  );
});
