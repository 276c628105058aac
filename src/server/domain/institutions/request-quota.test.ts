import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addRequest,
  type QuotaPeriod,
  type RequestCounts,
  reserveOf,
  waitForRequests,
} from "./request-quota.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-01-15T12:03:00Z");

test("a quarter of a day's requests is left to users, and something always to the background", () => {
  expect([1, 2, 3, 4, 5, 8, 100].map(reserveOf)).toEqual([0, 1, 1, 1, 2, 2, 25]);
});

test("a request counts for a day, and for ten minutes more at most", () => {
  const counts = addRequest([], NOW);
  expect(waitForRequests(counts, 1, 1, NOW)).toBe(DAY + 7 * 60_000);
  expect(waitForRequests(counts, 1, 2, NOW)).toBe(0);
  expect(waitForRequests(counts, 1, 1, NOW + DAY + 7 * 60_000)).toBe(0);
  expect(addRequest(counts, NOW + 2 * DAY)).toHaveLength(1);
});

test("more than a day allows never fits, and a clock that was put back blocks nothing", () => {
  expect(waitForRequests([], 3, 2, NOW)).toBe(Number.POSITIVE_INFINITY);
  expect(waitForRequests(addRequest([], NOW), 1, 1, NOW - DAY)).toBe(0);
});

test.each<[QuotaPeriod, number]>([
  ["day", DAY],
  ["minute", 60_000],
])("no %s has more requests than allowed, for any sequence of requests", (period, length) => {
  const pause = fc.integer({ min: 0, max: Math.round(length / 5) });
  const pauses = fc.array(pause, { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 6 }), (list, limit) => {
      let counts: RequestCounts = [];
      let now = NOW;
      const requestTimes: number[] = [];
      for (const pause of list) {
        now += pause;
        const wait = waitForRequests(counts, 1, limit, now, period);
        if (wait > 0) expect(waitForRequests(counts, 1, limit, now + wait, period)).toBe(0);
        else {
          counts = addRequest(counts, now, period);
          requestTimes.push(now);
        }
      }
      for (const start of requestTimes)
        expect(
          requestTimes.filter((at) => at >= start && at < start + length).length,
        ).toBeLessThanOrEqual(limit);
    }),
  );
});
