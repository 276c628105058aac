import { expect, test } from "vitest";
import { pairRows } from "./align-transactions.ts";

type Row = Parameters<typeof pairRows>[0][number];

const row = (id: string, date: string, amount: number, changes: Partial<Row> = {}): Row => ({
  ...{ id, ownId: id, date, amount, currency: "EUR" },
  ...changes,
});

const pairsOf = (known: readonly Row[], others: readonly Row[]) => [...pairRows(known, others)];

test("equal rows are paired each once, those of the same day before those of the days about it", () => {
  const known = [row("a", "2026-01-05", 4), row("b", "2026-01-05", 4), row("c", "2026-01-07", 4)];
  const others = [row("x", "2026-01-07", 4), row("y", "2026-01-05", 4), row("z", "2026-01-06", 4)];
  expect(pairsOf(known, others)).toEqual([
    ["y", "a"],
    ["x", "c"],
    ["z", "b"],
  ]);
});

test.each([
  ["more than three days apart", row("x", "2026-01-09", 4)],
  ["of another amount", row("x", "2026-01-05", 4.01)],
  ["of the other direction", row("x", "2026-01-05", -4)],
  ["in another currency", row("x", "2026-01-05", 4, { currency: "SEK" })],
  ["that has another connection's id", row("z", "2026-01-05", 4, { ownId: "x" })],
])("a row %s is left alone", (_, other) => {
  expect(pairsOf([row("a", "2026-01-05", 4)], [other])).toEqual([]);
});

test("a row that has its pair keeps it when an equal one comes", () => {
  const known = [row("a", "2026-01-05", 4), row("b", "2026-01-05", 4)];
  const others = [row("a", "2026-01-05", 4, { ownId: "x" }), row("y", "2026-01-05", 4)];
  expect(pairsOf(known, others)).toEqual([["y", "b"]]);
});

test("many equal rows of days far apart look up no row twice", () => {
  // Two days' rows in each of four passes would be compared with all others: 1.6 billion times.
  const days = (year: number) =>
    Array.from({ length: 20_000 }, (_, n) => {
      const day = new Date(Date.UTC(year, 0, 1 + (n % 300))).toISOString().slice(0, 10);
      return row(`${year}-${n}`, day, 4);
    });
  expect(pairsOf(days(2023), days(2025))).toEqual([]);
  expect(
    pairsOf(
      days(2023),
      days(2023).map((each) => ({ ...each, id: `b${each.id}`, ownId: `b${each.id}` })),
    ),
  ).toHaveLength(20_000);
});
