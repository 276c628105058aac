import fc from "fast-check";
import { expect, test } from "vitest";
import { FAST_MS, initialWidth, type LaneResult, nextWidth } from "./lane-width.ts";

const BOUNDS = { initial: 8, widest: 32 };

const after = (results: readonly LaneResult[], from = initialWidth(BOUNDS)) =>
  results.reduce((lane, result) => nextWidth(lane, result, BOUNDS), from);

/** Runs a number of jobs in sequence, from a time on. */
const jobs = (count: number, end: LaneResult["end"], ms = 100, from = 0): LaneResult[] =>
  Array.from({ length: count }, (_, n) => ({
    end,
    startedAt: from + n * ms,
    endedAt: from + (n + 1) * ms,
  }));

const anyResult = fc
  .record({
    end: fc.constantFrom<LaneResult["end"]>("done", "refused", "failed"),
    startedAt: fc.nat(1_000_000),
    ms: fc.integer({ min: -5000, max: 20_000 }),
  })
  .map(({ end, startedAt, ms }) => ({ end, startedAt, endedAt: startedAt + ms }));

test("a width is always between 1 and the widest", () => {
  fc.assert(
    fc.property(fc.array(anyResult), (results) => {
      const { width } = after(results);
      expect(width).toBeGreaterThanOrEqual(1);
      expect(width).toBeLessThanOrEqual(BOUNDS.widest);
    }),
  );
});

test("a fast job never narrows a lane, a slow or failed one never widens it, a refused one does neither", () => {
  fc.assert(
    fc.property(fc.array(anyResult), anyResult, (results, result) => {
      const before = after(results);
      const { width } = nextWidth(before, result, BOUNDS);
      const isFast = result.end === "done" && result.endedAt - result.startedAt <= FAST_MS;
      if (result.end === "refused") expect(width).toBe(before.width);
      else if (isFast) expect(width).toBeGreaterThanOrEqual(before.width);
      else expect(width).toBeLessThanOrEqual(before.width);
    }),
  );
});

test("fast jobs widen a lane to its maximum, and failures narrow it to its minimum, from any state", () => {
  fc.assert(
    fc.property(fc.array(anyResult), (results) => {
      const before = after(results);
      expect(after(jobs(1000, "done", 100, 2_000_000), before).width).toBe(BOUNDS.widest);
      expect(after(jobs(6, "failed", 100, 2_000_000), before).width).toBe(1);
    }),
  );
});

test("a lane that has not failed grows by each fast job, one that has by each round of them", () => {
  expect(after(jobs(24, "done")).width).toBe(32);
  const halved = after(jobs(1, "failed"));
  expect(halved.width).toBe(4);
  expect(after(jobs(4, "done", 100, 1000), halved).width).toBeCloseTo(4.9, 1);
});

test("jobs that fail together halve a lane once", () => {
  const together = Array.from({ length: 32 }, () => ({
    end: "failed" as const,
    startedAt: 10_000,
    endedAt: 20_000,
  }));
  const wide = after(jobs(24, "done"));
  expect(after(together, wide).width).toBe(16);
});

test("a slow receiver that accepts everything keeps the width at which lanes start", () => {
  expect(after(jobs(100, "done", 5000)).width).toBe(BOUNDS.initial);
  expect(after(jobs(100, "done", 5000, 10_000), after(jobs(24, "done"))).width).toBe(
    BOUNDS.initial,
  );
});
