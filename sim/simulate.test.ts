import { expect, test } from "vitest";
import { createDraw } from "./draw.ts";
import { createScheduler } from "./scheduler.ts";
import { simulate } from "./simulate.ts";

const run = async (seed: string) => {
  const lines: string[] = [];
  const outcome = await simulate({ seed, days: 1, people: 2, sink: (line) => lines.push(line) });
  return { lines, ...outcome };
};

test("the same seed gives the same trace, and another seed another one", async () => {
  const first = await run("a seed");
  expect(first.coverage.get("/item/public_token/exchange 200")).toBeGreaterThan(0);
  const again = await run("a seed");
  expect(again.lines).toEqual(first.lines);
  expect(again.digest).toBe(first.digest);
  expect((await run("another seed")).digest).not.toBe(first.digest);
});

test("a person links an account of the demo bank by the data API", async () => {
  const { coverage, faults } = await simulate({ seed: "d2", days: 2, hasDemoBank: true });
  expect(coverage.get("/token 200")).toBeGreaterThan(0);
  expect(coverage.get("/fdx/v6/accounts 200")).toBeGreaterThan(0);
  expect(faults.size).toBeGreaterThan(0);
});

test("a sleep ends no sooner than its time, also between two milliseconds", async () => {
  const scheduler = createScheduler(0.4, createDraw("a seed", "scheduler"));
  let wokenAt = 0;
  scheduler.start("sleeper", null, async () => {
    await scheduler.sleep(0.3);
    wokenAt = scheduler.now();
  });
  await scheduler.runUntil(10, () => undefined);
  expect(wokenAt).toBeGreaterThanOrEqual(0.7);
});
