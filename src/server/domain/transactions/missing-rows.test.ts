import { expect, test } from "vitest";
import { confirmMissing, type MissingRows } from "./missing-rows.ts";

const HOUR = 3_600_000;
const NONE = new Set<string>();

/**
 * Confirms lists in sequence, each with its missing and listed ids; returns the ids that are
 * finally gone.
 */
const afterLists = (
  lists: readonly { at: number; lacks?: readonly string[]; has?: readonly string[] }[],
  { pending = false, pendingMs = 0 } = {},
) => {
  let missing: MissingRows = {};
  let last: ReadonlySet<string> = NONE;
  for (const { at, lacks = [], has = [] } of lists) {
    const gone = lacks.map((transactionId) => ({ transactionId, pending }));
    const result = confirmMissing(missing, { gone, listed: new Set(has), now: at, pendingMs });
    ({ missing, confirmed: last } = result);
  }
  return [...last];
};

test("a booked row is gone once two lists in a row lack it, a minute apart", () => {
  expect(afterLists([{ at: HOUR, lacks: ["a"] }])).toEqual([]);
  expect(afterLists([1, 2].map((n) => ({ at: n * HOUR, lacks: ["a"] })))).toEqual(["a"]);
  expect(afterLists([0, 59_999].map((at) => ({ at, lacks: ["a"] })))).toEqual([]);
});

test("a list that has a row again forgets that it was missing", () => {
  const lists = [
    { at: HOUR, lacks: ["a"] },
    { at: 2 * HOUR, has: ["a"] },
    { at: 3 * HOUR, lacks: ["a"] },
  ];
  expect(afterLists(lists)).toEqual([]);
});

test("a list whose days do not reach a row leaves its absence as it was", () => {
  const lists = [
    { at: HOUR, lacks: ["old"] },
    { at: 2 * HOUR, lacks: ["new"], has: ["other"] },
    { at: 170 * HOUR, lacks: ["old"] },
  ];
  expect(afterLists(lists)).toEqual(["old"]);
});

test("a pending row is gone after its own time", () => {
  const once = [{ at: HOUR, lacks: ["a"] }];
  expect(afterLists(once, { pending: true })).toEqual(["a"]);
  const twice = [...once, { at: 3 * HOUR, lacks: ["a"] }];
  expect(afterLists(twice, { pending: true, pendingMs: 3 * HOUR })).toEqual([]);
  expect(afterLists(twice, { pending: true, pendingMs: 2 * HOUR })).toEqual(["a"]);
});

test("a row whose days no list has had for 90 days is forgotten", () => {
  const gone = { gone: [], listed: NONE, now: 100 * 24 * HOUR, pendingMs: 0 };
  expect(confirmMissing({ a: 0 }, gone).missing).toEqual({});
  expect(confirmMissing({ a: 20 * 24 * HOUR }, gone).missing).toEqual({ a: 20 * 24 * HOUR });
});
