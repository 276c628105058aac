import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDraw } from "./draw.ts";
import type { Instance } from "./instance.ts";
import { createNetwork } from "./network.ts";
import { createScheduler } from "./scheduler.ts";
import { simulate } from "./simulate.ts";
import { createSubmissionRule } from "./submissions.ts";
import { createWorld } from "./world.ts";

const run = async (seed: string) => {
  const lines: string[] = [];
  const outcome = await simulate({ seed, days: 1, people: 2, sink: (line) => lines.push(line) });
  return { lines, ...outcome };
};

test("the patch of each kept mutant applies to the code", () => {
  const root = join(import.meta.dirname, "..");
  const patches = globSync("sim/mutants/*.patch", { cwd: root });
  expect(patches.length).toBeGreaterThan(0);
  const stale = patches.filter(
    (patch) => spawnSync("git", ["apply", "--check", patch], { cwd: root }).status !== 0,
  );
  expect(stale).toEqual([]);
});

test("the same seed gives the same trace, and another seed another one", async () => {
  const first = await run("a seed");
  expect(first.coverage.get("/item/public_token/exchange 200")).toBeGreaterThan(0);
  const again = await run("a seed");
  expect(again.lines).toEqual(first.lines);
  expect(again.digest).toBe(first.digest);
  expect((await run("another seed")).digest).not.toBe(first.digest);
});

test("a person links an account of the demo bank by the data API", async () => {
  const { coverage, faults } = await simulate({ seed: "d4", days: 2, hasDemoBank: true });
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

test("a loop that never waits ends the simulation", async () => {
  const scheduler = createScheduler(0, createDraw("a seed", "scheduler"));
  scheduler.start("worker", null, async () => {
    for (;;) await scheduler.step("jobs.claim", async () => false);
  });
  await expect(scheduler.runUntil(10, () => undefined)).rejects.toThrow(
    "worker goes on with jobs.claim, and never waits",
  );
});

test("a request that was doubled is served twice, and its sender cannot rely on the answer", async () => {
  const world = createWorld("a seed", {});
  world.faults.happens = (name) => name === "request doubled";
  const request = { method: "POST", path: "/item/get", headers: {} } as const;
  const served: unknown[] = [];
  const server = {
    ...{ name: "server-1", isDead: false, death: new Promise<never>(() => undefined) },
    serve: async () => ({ status: 200, headers: {}, body: {} }),
  } as Partial<Instance> as Instance;
  const network = createNetwork(world, () => [server], {
    asked: () => undefined,
    served: (_, received) => served.push(received),
  });
  let isDoubled = false;
  world.scheduler.start("app-1", null, async () => {
    ({ isDoubled } = await network.send("app-1", request));
  });
  await world.scheduler.runUntil(world.now() + 60_000, () => undefined);
  expect(served).toEqual([request, request]);
  expect(isDoubled).toBe(true);
});

test("a submission that is sent again must get the same answer, unless another one came between", () => {
  type Answer = [id: string, status: number, body: Record<string, unknown>];
  const send = (...answers: Answer[]) => {
    const rule = createSubmissionRule(createWorld("a seed", {}));
    for (const [submission_id, status, body] of answers) {
      const request = {
        ...({ method: "POST", path: "/bridge/mfa/submit" } as const),
        ...{ headers: { authorization: "Bearer token" }, body: { submission_id } },
      };
      rule.asked(request);
      rule.served(request, { status, headers: {}, body });
    }
  };
  const first: Answer = ["a", 200, { next: "accounts", request_id: "1" }];
  expect(() => send(first, ["a", 200, { next: "accounts", request_id: "2" }])).not.toThrow();
  expect(() => send(first, ["a", 500, {}])).not.toThrow();
  expect(() => send(first, ["b", 200, {}], ["a", 400, {}])).not.toThrow();
  expect(() => send(first, ["a", 400, {}])).toThrow("after another answer");
  expect(() => send(first, ["a", 200, { next: "code" }])).toThrow("after another answer");
});
