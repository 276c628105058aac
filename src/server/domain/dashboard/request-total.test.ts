import fc from "fast-check";
import { expect, test } from "vitest";
import { createRequestCounter, latencyOf } from "./request-total.ts";

test("requests are counted by client, hour, outcome and latency, and each once", () => {
  let now = 0;
  const counter = createRequestCounter(() => now);
  for (const status of [200, 201, 400, 429, 500])
    counter.count({ clientId: "client-1", status, ms: 10 });
  counter.count({ clientId: null, status: 400, ms: 10 });
  now = 3_600_000;
  counter.count({ clientId: "client-1", status: 200, ms: 0.4 });
  const of = { clientId: "client-1", hour: 0, bin: 7 };
  expect(counter.drain()).toEqual([
    { ...of, outcome: "succeeded", count: 2 },
    { ...of, outcome: "refused", count: 2 },
    { ...of, outcome: "failed", count: 1 },
    { ...of, clientId: null, outcome: "refused", count: 1 },
    { ...of, hour: 1, bin: 0, outcome: "succeeded", count: 1 },
  ]);
  expect(counter.drain()).toEqual([]);
});

test("a latency from the counts is at most half above the real one, and never below it", () => {
  const anyLatencies = fc.array(fc.double({ min: 1, max: 60_000, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(anyLatencies, fc.constantFrom(0.5, 0.95), (latencies, share) => {
      const counter = createRequestCounter(() => 0);
      for (const ms of latencies) counter.count({ clientId: null, status: 200, ms });
      const sorted = latencies.toSorted((a, b) => a - b);
      const real = sorted[Math.ceil(share * sorted.length - 1e-9) - 1] ?? 0;
      const estimate = latencyOf(counter.drain(), share) ?? 0;
      expect(estimate).toBeGreaterThanOrEqual(Math.round(real * 0.999));
      expect(estimate).toBeLessThanOrEqual(Math.round(real * 1.5) + 1);
    }),
  );
  expect(latencyOf([], 0.5)).toBeNull();
});
