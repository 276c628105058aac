import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleReport } from "./sample-report.fixture.ts";
import { createSheet } from "./sheet.ts";
import { pageRows, transactionTable } from "./transaction-table.ts";

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
      const pages = [...pageRows(groups, HEIGHTS, room)];
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
      for (const { group, rows, isContinued } of [...pageRows(groups, HEIGHTS, room)].flat()) {
        expect(rows.length).toBeGreaterThanOrEqual(Math.min(2, group.rows.length));
        expect(isContinued).toBe(rows[0] !== 0);
      }
    }),
  );
});

/** The table of an account's transactions in one month, and the number of reads of an amount. */
const fetchTable = async (count: number) => {
  const { items, historyOf } = await sampleReport({ accountsOfItems: [1], days: 1 });
  const [account] = items.flatMap(({ accounts }) => accounts);
  const [booked] = (await historyOf(account?.account_id ?? "")).transactions.slice(2);
  if (!account || !booked) throw new Error("the sample has a booked transaction");
  const reads = { count: 0 };
  const row = new Proxy(booked, {
    get: (target, name, receiver) => {
      if (name === "amount") reads.count += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const title = { name: "Report", reportId: "report", generatedAt: 0, about: null };
  const sheet = createSheet(title, "Maker");
  const transactions = Array.from({ length: count }, () => row);
  const table = transactionTable(sheet, account, { historical_balances: [], transactions });
  return { table, reads, sheet };
};

test("a month of many pages is summed once", async () => {
  const { table, reads } = await fetchTable(500);
  const pages = [...table];
  expect(pages.length).toBeGreaterThan(9);
  expect(reads.count).toBeLessThanOrEqual(3 * 500);
});

test("other work has its turn between many rows, before the first page", async () => {
  const { table, reads, sheet } = await fetchTable(15_000);
  const { y } = sheet;
  for (const seen of [5000, 10_000, 15_000]) {
    table.next();
    expect(sheet.y).toBe(y);
    expect(reads.count).toBeLessThanOrEqual(2 * seen);
  }
});
