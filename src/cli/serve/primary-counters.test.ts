import { expect, test } from "vitest";
import { createRateCounters } from "../../server/domain/limits/rate-limiter.ts";
import { answerCount, createPrimaryCounters } from "./primary-counters.ts";
import type { FromPrimary, ToPrimary } from "./process-messages.ts";

/**
 * Simulates processes that share a primary process's counters, and counts their requests to the
 * primary.
 */
const beside = (count: number, clock = () => 0) => {
  const primary = createRateCounters();
  let messages = 0;
  const processes: ReturnType<typeof createPrimaryCounters>[] = [];
  const hear = (at: number, message: FromPrimary | null) => {
    if (message?.type === "counts" || message?.type === "empty") processes[at]?.receive(message);
  };
  for (let at = 0; at < count; at++)
    processes.push(
      createPrimaryCounters((message: ToPrimary) => {
        messages++;
        if (message.type !== "count") return;
        void answerCount(primary, message, clock()).then(({ answer, empty }) => {
          hear(at, answer);
          for (const other of processes.keys()) hear(other, empty);
        });
      }, clock),
    );
  const counters = processes.map((process) => process.counters);
  const passing = async (key: string, perMinute: number, calls: number) => {
    const takes = Array.from({ length: calls }, (_, n) =>
      counters[n % count]?.take(key, perMinute, 0),
    );
    return (await Promise.all(takes)).filter((wait) => wait === 0).length;
  };
  return { counters, passing, messages: () => messages };
};

test("three processes that count concurrently get as many calls as the bucket holds, even a large one", async () => {
  const { passing } = beside(3);
  expect(await passing("small", 10, 60)).toBe(10);
  expect(await passing("large", 6000, 5000)).toBe(5000);
  expect((await passing("large", 6000, 5000)) <= 1000).toBe(true);
});

test("consecutive processes get no more than there is, and each is told that a bucket is empty", async () => {
  const { counters, messages } = beside(2);
  const [first, second] = counters;
  for (let call = 0; call < 3; call++) expect(await first?.take("key", 3, 0)).toBe(0);
  expect(await second?.peek("key", 3, 0)).toBeGreaterThan(19_000);
  expect(await second?.take("key", 3, 0)).toBe(20_000);
  const before = messages();
  for (let call = 0; call < 400; call++) expect(await first?.take("large", 6000, 0)).toBe(0);
  expect(await second?.peek("large", 6000, 0)).toBe(0);
  expect(messages() - before).toBeLessThan(15);
});

test("calls below the limit are never refused, not even in bursts over several processes", async () => {
  let now = 0;
  const { passing } = beside(4, () => now);
  for (let burst = 0; burst < 50; burst++) {
    now += 2200;
    expect(await passing("key", 600, 20)).toBe(20);
  }
});

test("a process with many calls asks seldom", async () => {
  let now = 0;
  const { counters, messages } = beside(2, () => now);
  for (let call = 0; call < 10_000; call++) {
    now += 0.2;
    expect(await counters[0]?.take("key", 1_000_000, now)).toBe(0);
  }
  expect(messages()).toBeLessThan(40);
});
