import fc from "fast-check";
import { expect, test } from "vitest";
import { countTurns } from "../../../testing/count-turns.ts";
import { groupBy } from "../group-by.ts";
import {
  createPace,
  eachInTurns,
  filterInTurns,
  groupInTurns,
  mapInTurns,
  sortInTurns,
} from "./in-turns.ts";

const NUMBERS = Array.from({ length: 10_000 }, (_, n) => n);

test("a pace yields after so many steps, and counts on", async () => {
  const pace = createPace(10);
  expect(pace(9)).toBeUndefined();
  expect(pace()).toBeInstanceOf(Promise);
  expect(pace(9)).toBeUndefined();
  expect(pace(100)).toBeInstanceOf(Promise);
});

test("values are visited, converted, filtered and grouped in order, in several turns", async () => {
  const seen: number[] = [];
  const turns = await countTurns(async () => {
    await eachInTurns(NUMBERS, (n) => seen.push(n));
    expect(await mapInTurns(NUMBERS, (n) => -n)).toEqual(NUMBERS.map((n) => -n));
    expect(await filterInTurns(NUMBERS, (n) => n % 2 === 0)).toHaveLength(5000);
    expect(await groupInTurns(NUMBERS, (n) => n % 3)).toEqual(groupBy(NUMBERS, (n) => n % 3));
  });
  expect(seen).toEqual(NUMBERS);
  expect(turns).toBeGreaterThanOrEqual(40);
});

test("a sort in turns is the stable one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 }),
      fc.integer({ min: 0, max: 100 }),
      async (digits, copies) => {
        const values = Array.from({ length: copies }, () => digits).flatMap((all, copy) =>
          all.map((digit, at) => ({ digit, at, copy })),
        );
        const byDigit = (a: { digit: number }, b: { digit: number }) => a.digit - b.digit;
        expect(await sortInTurns(values, byDigit)).toEqual(values.toSorted(byDigit));
      },
    ),
    { numRuns: 50 },
  );
});

test("a sort of many values takes many turns", async () => {
  const turns = await countTurns(() => sortInTurns([...NUMBERS, ...NUMBERS], (a, b) => b - a));
  expect(turns).toBeGreaterThanOrEqual(10);
});
