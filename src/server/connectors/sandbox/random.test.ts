import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "./random.ts";

test("a seed always draws the same numbers", () => {
  expect(seededRandom("ins_1", "someone").digits(24)).toBe("026375074226685716135422");
});

test("seeds with the same text in different parts differ", () => {
  const one = seededRandom("ins_1", "1someone").digits(24);
  expect(seededRandom("ins_11", "someone").digits(24)).not.toBe(one);
  expect(seededRandom("ins_1", "1", "someone").digits(24)).not.toBe(one);
});

test("whole numbers stay within their bounds and reach both", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: -50, max: 50 }),
      fc.nat({ max: 4 }),
      (seed, from, span) => {
        const random = seededRandom(seed);
        const draws = Array.from({ length: 300 }, () => random.whole(from, from + span));
        expect(Math.min(...draws)).toBe(from);
        expect(Math.max(...draws)).toBe(from + span);
      },
    ),
  );
});

test("digits have the requested length and an even distribution", () => {
  const draws = seededRandom("digits").digits(10_000);
  expect(draws).toMatch(/^\d{10000}$/);
  for (const digit of "0123456789") {
    const share = draws.split(digit).length - 1;
    expect(share).toBeGreaterThan(850);
    expect(share).toBeLessThan(1150);
  }
});

test("a pick is one of the choices, and every choice is picked", () => {
  const random = seededRandom("picks");
  const picks = Array.from({ length: 200 }, () => random.pick(["a", "b", "c"]));
  expect([...new Set(picks)].sort()).toEqual(["a", "b", "c"]);
});

test("a chance is true in about its percentage of draws", () => {
  const random = seededRandom("chances");
  const often = (percent: number) =>
    Array.from({ length: 2000 }, () => random.chance(percent)).filter(Boolean).length / 20;
  expect([often(0), often(100)]).toEqual([0, 100]);
  expect(Math.abs(often(30) - 30)).toBeLessThan(5);
});

test("normal numbers have a mean of zero and a deviation of one", () => {
  const random = seededRandom("normal");
  const draws = Array.from({ length: 10_000 }, () => random.normal());
  const mean = (numbers: number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  expect(Math.abs(mean(draws))).toBeLessThan(0.05);
  expect(Math.abs(mean(draws.map((draw) => draw ** 2)) - 1)).toBeLessThan(0.05);
});
