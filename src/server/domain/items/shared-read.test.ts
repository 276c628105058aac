import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type ItemReadStore, readTogether } from "./shared-read.ts";

const READ = { itemId: "item", kind: "transactions" } as const;

/**
 * Processes that share a store and a clock. A process's timers run when the clock passes them,
 * unless the process has died.
 */
const processes = () => {
  let now = 0;
  let row: Awaited<ReturnType<ItemReadStore["find"]>> = {
    ...{ revision: 0, outcome: null, leaseUntil: null },
  };
  const timers = new Set<{ ms: number; next: number; call: () => unknown; isAlive(): boolean }>();
  const advance = async (ms: number) => {
    for (const end = now + ms; now < end; now += 1000)
      for (const timer of timers)
        if (timer.isAlive() && timer.next <= now) {
          timer.next += timer.ms;
          timer.call();
          await setImmediate();
        }
  };
  const itemReads: ItemReadStore = {
    find: async () => row,
    claim: async (_, at, leaseUntil) => {
      if (row.leaseUntil !== null && row.leaseUntil > at) return false;
      row = { ...row, leaseUntil };
      return true;
    },
    renew: async (_, held, leaseUntil) => {
      if (row.leaseUntil !== held) return false;
      row = { ...row, leaseUntil };
      return true;
    },
    end: async (_, held, outcome) => {
      if (row.leaseUntil === held) row = { revision: row.revision + 1, outcome, leaseUntil: null };
    },
  };
  return {
    now: () => now,
    start: (isAlive = () => true) => {
      const pauses: number[] = [];
      return {
        pauses,
        clock: () => now,
        pause: async (ms: number) => {
          pauses.push(ms);
          await advance(ms);
        },
        every: (ms: number, call: () => unknown) => {
          const timer = { ms, next: now + ms, call, isAlive };
          timers.add(timer);
          return () => timers.delete(timer);
        },
        store: { itemReads },
      };
    },
  };
};

test("a caller that waits for a process that was killed polls less and less often, and takes over in 30 s", async () => {
  const { start, now } = processes();
  let isAlive = true;
  void readTogether(
    start(() => isAlive),
    READ,
    () => new Promise(() => undefined),
  );
  await Promise.resolve();
  isAlive = false;
  const waiting = start();
  let reads = 0;
  await readTogether(waiting, READ, async () => {
    reads++;
  });
  expect(reads).toBe(1);
  expect(now()).toBeLessThanOrEqual(32_000);
  expect(waiting.pauses[0]).toBe(100);
  expect(waiting.pauses.at(-1)).toBe(2000);
  expect(waiting.pauses).toEqual(waiting.pauses.toSorted((a, b) => a - b));
});

test("a read that takes minutes keeps its lease, and a caller that waits shares its outcome", async () => {
  const { start, now } = processes();
  const first = readTogether(start(), READ, async () => {
    while (now() < 5 * 60_000) await setImmediate();
  });
  let reads = 0;
  const second = readTogether(start(), READ, async () => {
    reads++;
  });
  await Promise.all([first, second]);
  expect(reads).toBe(0);
});

test("a fresh read that comes during another one reads again after it", async () => {
  const { start, now } = processes();
  const first = readTogether(start(), READ, async () => {
    while (now() < 3000) await setImmediate();
  });
  await setImmediate();
  let began = 0;
  await readTogether(
    start(),
    READ,
    async () => {
      began = now();
    },
    { isFresh: true },
  );
  await first;
  expect(began).toBeGreaterThanOrEqual(3000);
});
