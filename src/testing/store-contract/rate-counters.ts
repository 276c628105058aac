import fc from "fast-check";
import { expect, test } from "vitest";
import { createRateCounters } from "../../server/domain/limits/rate-limiter.ts";
import { samples } from "../property-samples.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW } from "./samples.ts";

/** The contract of every store that counts calls for several processes. */
export const rateCountersContract = ({
  connect,
  empty,
  migratedDatabase,
  open,
}: ContractContext): void => {
  test("a bucket has as many calls as a minute allows, and says when the next one comes", async () => {
    const { rateCounters } = await empty();
    for (let call = 0; call < 7; call++) expect(await rateCounters.take("key", 7, NOW)).toBe(0);
    expect(await rateCounters.take("key", 7, NOW)).toBe(8572);
    expect(await rateCounters.peek("key", 7, NOW + 8571)).toBe(1);
    expect(await rateCounters.take("key", 7, NOW + 8572)).toBe(0);
    expect(await rateCounters.take("key", 7, NOW + 8572)).toBeGreaterThan(8000);
    expect(await rateCounters.peek("other", 7, NOW)).toBe(0);
  });

  test("a bucket that will be full long after a clock was put back is a full one", async () => {
    const { rateCounters } = await empty();
    for (let call = 0; call < 3; call++) await rateCounters.take("key", 3, NOW);
    const before = NOW - 3_600_000;
    expect(await rateCounters.peek("key", 3, before)).toBe(0);
    for (let call = 0; call < 3; call++) expect(await rateCounters.take("key", 3, before)).toBe(0);
    expect(await rateCounters.take("key", 3, before)).toBe(20_000);
  });

  test("two processes that take calls at once get as many as the bucket holds", async () => {
    const address = await migratedDatabase();
    const stores = [await open(address), await open(address)];
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, n) => stores[n % 2]?.rateCounters.take("key", 15, NOW)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(15);
  });

  test("full buckets are deleted, and the others stay", async () => {
    const address = await migratedDatabase();
    const { rateCounters } = await open(address);
    for (let key = 0; key < 20; key++) await rateCounters.take(`early ${key}`, 60, NOW);
    for (let call = 0; call < 3; call++) await rateCounters.take("busy", 3, NOW + 30_000);
    await rateCounters.take("later", 60, NOW + 61_000);
    const rows = await connect(address).selectFrom("rate_counter").select("key").execute();
    expect(rows.map(({ key }) => key).toSorted()).toEqual(["busy", "later"]);
    expect(await rateCounters.peek("busy", 3, NOW + 61_000)).toBe(0);
  });

  test("a statement takes the calls of many buckets, and as many more as each has", async () => {
    const { callCounters } = await empty();
    const ask = (key: string, more = 0, perMinute = 10) => ({ key, perMinute, more });
    const keys = Array.from({ length: 40 }, (_, n) => ask(`key ${n}`));
    expect(await callCounters.take(keys, NOW)).toEqual(keys.map(() => ({ wait: 0, more: 0 })));
    const others = [ask("one", 6), ask("other", 99), ask("one"), ask("one", 9)];
    expect(await callCounters.take(others, NOW)).toEqual([
      { wait: 0, more: 6 },
      { wait: 0, more: 9 },
      { wait: 0, more: 0 },
      { wait: 0, more: 1 },
    ]);
    const none = { wait: 6000, more: 0 };
    expect(await callCounters.take([ask("one"), ask("other", 3)], NOW)).toEqual([none, none]);
    expect(await callCounters.take([ask("one", 1), ask("key 7", 99)], NOW + 12_000)).toEqual([
      { wait: 0, more: 1 },
      { wait: 0, more: 9 },
    ]);
    expect(await callCounters.take([ask("one")], NOW + 12_000)).toEqual([none]);
  });

  test("a bucket of calls counts as full after a clock was put back, and a lower limit takes nothing", async () => {
    const { callCounters } = await empty();
    const one = (perMinute: number, now: number) =>
      callCounters.take([{ key: "key", perMinute, more: perMinute }], now);
    expect(await one(60, NOW)).toEqual([{ wait: 0, more: 59 }]);
    expect(await one(2, NOW)).toEqual([{ wait: 30_000, more: 0 }]);
    expect(await one(3, NOW - 3_600_000)).toEqual([{ wait: 0, more: 2 }]);
  });

  test("in any order of calls and pauses two processes take as many as a token bucket in memory", async () => {
    const address = await migratedDatabase();
    const stores = [await open(address), await open(address)];
    const memory = createRateCounters();
    let now = NOW;
    const step = fc.record({
      key: fc.constantFrom("a", "b"),
      more: fc.integer({ min: 0, max: 4 }),
      pause: fc.integer({ min: 0, max: 8000 }),
      store: fc.integer({ min: 0, max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        now += 120_000;
        for (const { key, more, pause, store } of steps) {
          now += pause;
          const [answer] =
            (await stores[store]?.callCounters.take([{ key, perMinute: 9, more }], now)) ?? [];
          const wait = await memory.take(key, 9, now);
          let count = 0;
          while (wait === 0 && count < more && (await memory.take(key, 9, now)) === 0) count++;
          expect(answer).toEqual({ wait, more: count });
        }
      }),
      { numRuns: samples(20) },
    );
  });

  test("two processes that take calls of several buckets at once get as many as these hold", async () => {
    const address = await migratedDatabase();
    const stores = [await open(address), await open(address)];
    const calls = ["b", "a", "c"].map((key) => ({ key, perMinute: 15, more: 1 }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        stores[n % 2]?.callCounters.take(n % 3 ? calls : calls.toReversed(), NOW),
      ),
    );
    const taken = answers.flatMap((all) => all ?? []).map(({ wait, more }) => more + +(wait === 0));
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(45);
  });

  test("full buckets of calls are deleted", async () => {
    const address = await migratedDatabase();
    const { callCounters } = await open(address);
    const take = (key: string, now: number) =>
      callCounters.take([{ key, perMinute: 60, more: key === "busy" ? 59 : 0 }], now);
    await take("early", NOW);
    await take("busy", NOW + 30_000);
    await take("later", NOW + 61_000);
    const rows = await connect(address).selectFrom("call_counter").select("key").execute();
    expect(rows.map(({ key }) => key).toSorted()).toEqual(["busy", "later"]);
  });
};
