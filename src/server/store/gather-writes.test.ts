import { expect, test } from "vitest";
import { gatherWrites } from "./gather-writes.ts";

/** Writes that the test can hold, and the groups of their entries. */
const writesInGroups = (maxAtOnce: number, isRefused = (_entry: number) => false) => {
  const groups: (readonly number[])[] = [];
  const again: number[] = [];
  const write = gatherWrites(maxAtOnce, async (entries: readonly number[], isAgain) => {
    groups.push(entries);
    if (isAgain) again.push(...entries);
    await Promise.resolve();
    if (entries.some(isRefused)) throw new Error(`refused ${entries.join(" ")}`);
    return entries.map((entry) => entry * 10);
  });
  return { groups, again, write };
};

test("entries of one turn are written together, in groups of the most that are allowed", async () => {
  const { groups, write } = writesInGroups(3);
  expect(await Promise.all([1, 2, 3, 4, 5].map(write))).toEqual([10, 20, 30, 40, 50]);
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test("entries that come while a group is written are the next group", async () => {
  const { groups, write } = writesInGroups(9);
  const first = write(1);
  await Promise.resolve();
  const others = [2, 3].map(write);
  expect(await Promise.all([first, ...others])).toEqual([10, 20, 30]);
  expect(groups).toEqual([[1], [2, 3]]);
});

test("an entry that cannot be written fails alone", async () => {
  const { groups, again, write } = writesInGroups(9, (entry) => entry === 2);
  const results = await Promise.allSettled([1, 2, 3].map(write));
  expect(results).toEqual([
    { status: "fulfilled", value: 10 },
    { status: "rejected", reason: new Error("refused 2") },
    { status: "fulfilled", value: 30 },
  ]);
  expect(groups).toEqual([[1, 2, 3], [1], [2], [3]]);
  expect(again).toEqual([1, 2, 3]);
  expect(await write(4)).toBe(40);
});
