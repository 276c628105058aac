import { expect, test } from "vitest";
import { type ItemReadStore, readTogether } from "./shared-read.ts";

test("a caller that waits for another process's read polls less and less often, and takes over when its lease ends", async () => {
  let now = 0;
  const pauses: number[] = [];
  const itemReads: ItemReadStore = {
    find: async () => ({ revision: 0, outcome: null }),
    claim: async (_, at) => at >= 60_000,
    end: async () => undefined,
  };
  const deps = {
    clock: () => now,
    pause: async (ms: number) => {
      pauses.push(ms);
      now += ms;
    },
    store: { itemReads },
  };
  let reads = 0;
  await readTogether(deps, { itemId: "item", kind: "balances" }, async () => {
    reads++;
  });
  expect(reads).toBe(1);
  expect(pauses[0]).toBe(100);
  expect(pauses.at(-1)).toBe(2000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.length).toBeLessThan(50);
});
