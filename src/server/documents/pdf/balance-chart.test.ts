import fc from "fast-check";
import { expect, test } from "vitest";
import { toDate } from "../../domain/calendar.ts";
import { amountTicks, dateTicks } from "./balance-chart.ts";

const amount = fc.integer({ min: -500_000_000, max: 500_000_000 }).map((cents) => cents / 100);

test("the ticks of an axis cover its range in even, round steps", () => {
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const ticks = amountTicks(low, high, 5);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
      expect(ticks[0]).toBeLessThanOrEqual(low);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
      const [first = 0, second = 0] = ticks;
      const step = second - first;
      expect(Number((step / 10 ** Math.floor(Math.log10(step * 1.0001))).toFixed(4))).toSatisfy(
        (digits: number) => [1, 2, 2.5, 5].includes(digits),
      );
      ticks.forEach((tick, at) => {
        expect(tick).toBeCloseTo(first + at * step, 2);
      });
    }),
  );
});

test("an axis of large changes starts at zero, and one of small changes does not", () => {
  expect(amountTicks(120, 4800, 5)).toEqual([0, 1000, 2000, 3000, 4000, 5000]);
  expect(amountTicks(9800, 10_100, 5)).toEqual([9800, 9900, 10_000, 10_100]);
  expect(amountTicks(-40, 60, 5)).toEqual([-40, -20, 0, 20, 40, 60]);
  expect(amountTicks(0, 0, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
});

test("date ticks divide a period evenly, and are within it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 730 }),
      fc.integer({ min: 0, max: 800 }),
      (days, back) => {
        const to = 20_468 - back;
        const ticks = dateTicks(toDate(to - days), toDate(to), 9);
        expect(ticks.length).toBeGreaterThanOrEqual(1);
        expect(ticks.length).toBeLessThanOrEqual(9);
        expect(ticks.every((date) => toDate(to - days) <= date && date <= toDate(to))).toBe(true);
      },
    ),
  );
  expect(dateTicks("2024-01-16", "2026-01-15", 9)).toEqual([
    "2024-04-01",
    "2024-07-01",
    "2024-10-01",
    "2025-01-01",
    "2025-04-01",
    "2025-07-01",
    "2025-10-01",
    "2026-01-01",
  ]);
  expect(dateTicks("2026-01-01", "2026-01-09", 3)).toEqual([
    "2026-01-01",
    "2026-01-04",
    "2026-01-07",
  ]);
});
