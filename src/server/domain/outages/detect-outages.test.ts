import { expect, test } from "vitest";
import { detectOutages, windowStart } from "./detect-outages.ts";
import type { Outage } from "./outage.ts";
import { COUNT_MS, type RequestCount, startOfCount } from "./request-counter.ts";

const NOW = Date.UTC(2026, 0, 1, 12, 3);

const count = (succeeded: number, failed: number, countsAgo = 0): RequestCount => ({
  institutionId: "ins_1",
  kind: "item_logins",
  from: startOfCount(NOW) - countsAgo * COUNT_MS,
  succeeded,
  failed,
});
const OUTAGE: Outage = {
  institutionId: "ins_1",
  kind: "item_logins",
  beganAt: NOW - COUNT_MS,
  endedAt: null,
};

test("an outage begins once more than half of ten requests have failed", () => {
  const begin = [{ outage: { ...OUTAGE, beganAt: NOW }, successRate: 0.4 }];
  expect(detectOutages([count(4, 6)], [], NOW)).toEqual(begin);
  expect(detectOutages([count(1, 4), count(3, 2, 3)], [], NOW)).toEqual(begin);
  expect(detectOutages([count(5, 5)], [], NOW)).toEqual([]);
  expect(detectOutages([count(0, 9)], [], NOW)).toEqual([]);
  expect(detectOutages([], [OUTAGE], NOW)).toEqual([]);
  // The newest requests have succeeded.
  expect(detectOutages([count(3, 0), count(0, 12, 2)], [], NOW)).toEqual([]);
});

test("it ends once four of five succeed again, by the newest requests alone", () => {
  const over = (...counts: RequestCount[]) => detectOutages(counts, [OUTAGE], NOW).length === 1;
  expect(detectOutages([count(4, 1), count(0, 90, 2)], [OUTAGE], NOW)).toEqual([
    { outage: { ...OUTAGE, endedAt: NOW }, successRate: 0.8 },
  ]);
  expect(over(count(3, 1))).toBe(false);
  expect(over(count(2, 0))).toBe(false);
  expect(over(count(3, 0), count(0, 9, 1))).toBe(false);
});

test("institutions and kinds are separate, and success rates in between begin and end nothing", () => {
  const other = { ...count(0, 10), kind: "balance" as const };
  const elsewhere = { ...count(0, 10), institutionId: "ins_2" };
  expect(
    detectOutages([count(9, 1), other, elsewhere], [], NOW).map(({ outage }) => outage),
  ).toEqual([
    { ...OUTAGE, kind: "balance", beganAt: NOW },
    { ...OUTAGE, institutionId: "ins_2", beganAt: NOW },
  ]);
  const between = [count(7, 3)];
  expect(detectOutages(between, [], NOW)).toEqual([]);
  expect(detectOutages(between, [OUTAGE], NOW)).toEqual([]);
  expect(windowStart(NOW)).toBe(startOfCount(NOW) - 3 * COUNT_MS);
});
