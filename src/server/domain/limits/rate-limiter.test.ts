import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRateCounters, createRateLimiter, UNLIMITED } from "./rate-limiter.ts";

const MINUTE = 60_000;
const LIMIT = { perMinute: 3, code: "AUTH_LIMIT" } as const;

const limiterAt = (start: number) => {
  let now = start;
  const limiter = createRateLimiter(createRateCounters(), () => now);
  const advanceClock = (ms: number): void => {
    now += ms;
  };
  return { limiter, advanceClock };
};

describe("a limit of 3 a minute", () => {
  test("a bucket allows a burst of 3 calls, and says when the next one is allowed", async () => {
    const { limiter, advanceClock } = limiterAt(1_000_000);
    for (let call = 0; call < 3; call++) await limiter.pass("key", LIMIT);
    await expect(limiter.pass("key", LIMIT)).rejects.toMatchObject({
      code: "AUTH_LIMIT",
      status: 429,
      retryAfterMs: 20_000,
    });
    advanceClock(19_999);
    await expect(limiter.pass("key", LIMIT)).rejects.toMatchObject({ retryAfterMs: 1 });
    advanceClock(1);
    await limiter.pass("key", LIMIT);
    await expect(limiter.pass("key", LIMIT)).rejects.toMatchObject({ retryAfterMs: 20_000 });
  });

  test("a bucket is full after a minute, and never fuller", async () => {
    const { limiter, advanceClock } = limiterAt(0);
    for (let call = 0; call < 3; call++) await limiter.pass("key", LIMIT);
    advanceClock(10 * MINUTE);
    for (let call = 0; call < 3; call++) await limiter.pass("key", LIMIT);
    await expect(limiter.pass("key", LIMIT)).rejects.toThrow();
  });

  test("a clock that is put back, or jumps ahead, delays no caller for longer than a bucket does", async () => {
    const { limiter, advanceClock } = limiterAt(100 * MINUTE);
    for (const jump of [-90 * MINUTE, 500 * MINUTE, -MINUTE]) {
      for (let call = 0; call < 3; call++) await limiter.pass("key", LIMIT);
      await expect(limiter.pass("key", LIMIT)).rejects.toMatchObject({ retryAfterMs: 20_000 });
      advanceClock(jump);
    }
    await expect(limiter.pass("key", LIMIT)).rejects.toMatchObject({ retryAfterMs: 80_000 });
  });

  test("each key has its own bucket, and a peek takes nothing", async () => {
    const { limiter } = limiterAt(0);
    for (let call = 0; call < 3; call++) await limiter.pass("one", LIMIT);
    await expect(limiter.check("one", LIMIT)).rejects.toThrow();
    for (let call = 0; call < 9; call++) await limiter.check("other", LIMIT);
    await limiter.pass("other", LIMIT);
  });
});

test("in any period no more calls pass than a bucket and its refill", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 600 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 }),
      async (perMinute, pauses) => {
        const counters = createRateCounters();
        const passTimes: number[] = [];
        let now = 0;
        for (const pause of pauses) {
          now += pause;
          const wait = await counters.take("key", perMinute, now);
          if (wait === 0) passTimes.push(now);
          else expect(await counters.peek("key", perMinute, now + wait)).toBe(0);
        }
        for (const [from, start] of passTimes.entries())
          for (const [to, end] of passTimes.entries())
            if (to >= from)
              expect(to - from + 1).toBeLessThanOrEqual(
                perMinute + ((end - start) * perMinute) / MINUTE + 1e-6,
              );
      },
    ),
  );
});

test("an even caller is never refused", async () => {
  const counters = createRateCounters();
  for (let call = 0; call < 500; call++)
    expect(await counters.take("key", 60, call * 1000)).toBe(0);
});

test("eviction removes full buckets before one in use", async () => {
  const counters = createRateCounters();
  for (let call = 0; call < 3; call++) await counters.take("busy", 3, 0);
  for (let key = 0; key < 49_999; key++) await counters.take(`passing ${key}`, 6000, 0);
  for (let key = 0; key < 40_000; key++) await counters.take(`later ${key}`, 6000, 1000);
  expect(await counters.peek("busy", 3, 1000)).toBeGreaterThan(0);
});

test("without limits everything passes", async () => {
  for (let call = 0; call < 100; call++) await UNLIMITED.pass("key", LIMIT);
  await UNLIMITED.check("key", LIMIT);
});
