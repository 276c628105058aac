import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLoadBalance, LOAD_PERIOD_MS, type ProcessLoad } from "./load-balance.ts";

const create = (processes: number) => {
  let now = 0;
  const balance = createLoadBalance(processes, () => now);
  return {
    report: (process: number, utilization: number, connections: number) =>
      balance.surplusOf(process, { utilization, connections }),
    advance: (ms: number) => {
      now += ms;
    },
  };
};

describe("the number of connections that a process gives up", () => {
  test("is half of those above its share, next to a process that has not reported", () => {
    expect(create(2).report(1, 1, 32)).toBe(8);
    expect(create(4).report(1, 1, 32)).toBe(12);
  });

  test("is at least one of two, and zero of a single one", () => {
    expect(create(2).report(1, 1, 2)).toBe(1);
    expect(create(2).report(1, 1, 1)).toBe(0);
  });

  test("is zero if the others are as busy, or if it is not busy itself", () => {
    const both = create(2);
    both.report(2, 0.95, 4);
    expect(both.report(1, 1, 28)).toBe(0);
    expect(create(2).report(1, 0.45, 32)).toBe(0);
  });

  test("depends on the latest reports of the others", () => {
    const { report, advance } = create(2);
    report(2, 1, 16);
    advance(2 * LOAD_PERIOD_MS);
    expect(report(1, 1, 32)).toBe(8);
  });
});

const load = fc.record({
  process: fc.integer({ min: 1, max: 4 }),
  utilization: fc.double({ min: 0, max: 1, noNaN: true }),
  connections: fc.nat(20_000),
}) satisfies fc.Arbitrary<ProcessLoad & { process: number }>;

test("leaves a process at least half of its connections, and the least busy one all, for any reports", () => {
  fc.assert(
    fc.property(fc.array(load, { minLength: 1, maxLength: 12 }), (loads) => {
      const { report } = create(4);
      const latest = new Map([1, 2, 3, 4].map((process) => [process, 0]));
      for (const { process, utilization, connections } of loads) {
        latest.set(process, utilization);
        const surplus = report(process, utilization, connections);
        expect(Number.isInteger(surplus)).toBe(true);
        expect(surplus).toBeGreaterThanOrEqual(0);
        expect(surplus).toBeLessThanOrEqual(Math.min(50, connections / 2));
        if (utilization === Math.min(...latest.values())) expect(surplus).toBe(0);
      }
    }),
  );
});
