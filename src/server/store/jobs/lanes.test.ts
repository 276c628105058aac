import fc from "fast-check";
import { expect, test } from "vitest";
import { type LaneHead, lanesToClaim } from "./lanes.ts";

const CONCURRENCY = 64;
const PER_LANE = 8;
const NAMES = ["webhook:a", "webhook:b", "webhook:c", "webhook:d", "institution 1", "daily"];

const anyHeads = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })
  .map((names): LaneHead[] => names.map((lane, n) => ({ lane, dueAt: n })));
const anyBusy = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 10 })), { maxLength: 5 })
  .map((entries) => new Map(entries));
const anyWidths = fc
  .array(
    fc.tuple(fc.constantFrom(...NAMES.slice(0, 4)), fc.double({ min: 1, max: 32, noNaN: true })),
  )
  .map((entries) => new Map(entries));

const claimed = (
  heads: LaneHead[],
  busy: ReadonlyMap<string, number>,
  widths: ReadonlyMap<string, number>,
) => {
  const count = [...busy.values()].reduce((sum, count) => sum + count, 0);
  const claim = { now: 0, lease: "", leaseUntil: 0, limit: CONCURRENCY - count, perLane: PER_LANE };
  return new Map(
    lanesToClaim(heads, { ...claim, busy, widths }).map(({ lane, capacity }) => [lane, capacity]),
  );
};

test("no lane gets more than its width, nor all of them more than there is", () => {
  fc.assert(
    fc.property(anyHeads, anyBusy, anyWidths, (heads, busy, widths) => {
      const capacities = claimed(heads, busy, widths);
      let all = [...busy.values()].reduce((sum, count) => sum + count, 0);
      for (const [lane, capacity] of capacities) {
        all += capacity;
        expect(capacity).toBeGreaterThan(0);
        expect((busy.get(lane) ?? 0) + capacity).toBeLessThanOrEqual(widths.get(lane) ?? PER_LANE);
      }
      expect(all).toBeLessThanOrEqual(CONCURRENCY);
    }),
  );
});

test("a lane wider than others leaves them their capacity", () => {
  fc.assert(
    fc.property(anyHeads, anyBusy, (heads, busy) => {
      const before = claimed(heads, busy, new Map());
      const after = claimed(heads, busy, new Map(NAMES.slice(0, 4).map((lane) => [lane, 32])));
      for (const [lane, capacity] of before)
        expect(after.get(lane) ?? 0).toBeGreaterThanOrEqual(capacity);
    }),
  );
});

test("lanes as wide as they may be leave room for a new one of their kind", () => {
  const heads = ["webhook:a", "webhook:b"].map((lane) => ({ lane, dueAt: 0 }));
  const widths = new Map(heads.map(({ lane }) => [lane, 32]));
  const busy = claimed(heads, new Map(), widths);
  expect([...busy]).toEqual([
    ["webhook:a", 32],
    ["webhook:b", 8],
  ]);
  expect(claimed([{ lane: "webhook:new", dueAt: 0 }], busy, widths)).toEqual(
    new Map([["webhook:new", 8]]),
  );
});
