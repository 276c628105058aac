import { expect, test } from "vitest";
import { z } from "zod";
import { testApp } from "../../testing/test-app/test-app.ts";
import { wait } from "../adapters/timers.ts";
import { type Job, newJob } from "../domain/jobs/job.ts";
import { yieldToEventLoop } from "../domain/jobs/yield-to-event-loop.ts";
import type { Services } from "../domain/services.ts";
import { type JobContext, job, type Outcome } from "./job.ts";
import { createWorker, WORKER_LIMITS, type WorkerLimits } from "./worker.ts";

const SECOND = 1000;

/** A separate worker on the real store; `run` handles its only kind of job. */
const setup = async (
  run: (payload: { n: number }, context: JobContext) => Promise<Outcome>,
  limits: Partial<WorkerLimits> = {},
  waiting = wait,
) => {
  const app = await testApp();
  const { services, advanceClock } = app;
  await endRecurringJobs(services);
  const failures: string[] = [];
  const report = (failure: unknown, job: Job | null) =>
    void failures.push(`${job?.name}: ${failure instanceof Error ? failure.message : failure}`);
  const kinds = [job({ name: "count", schema: z.strictObject({ n: z.int() }), run })];
  const start = (changes: Partial<WorkerLimits> = {}) =>
    createWorker({
      services,
      kinds,
      wait: waiting,
      report,
      limits: { ...WORKER_LIMITS, ...limits, ...changes },
    });
  const add = (n: number, lane = "lane", dueAt?: number) =>
    services.store.jobs.add([
      newJob(services, {
        name: "count",
        payload: { n },
        lane,
        ...(dueAt !== undefined && { dueAt }),
      }),
    ]);
  return { app, services, advanceClock, failures, start, add, worker: start() };
};

/** Ends the recurring jobs of an app, so that only the test's jobs are left. */
const endRecurringJobs = async ({ store, clock }: Services): Promise<void> => {
  const claim = { lease: "end", leaseUntil: clock(), limit: 100, perLane: 1 };
  for (const recurring of await store.jobs.claim({ ...claim, now: clock(), busy: new Map() }))
    await store.jobs.complete(recurring);
};

/** A promise with its resolver. */
const createDeferred = () => {
  let keep = () => {};
  const promise = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
};

test("due jobs and the jobs that they add run, and others wait", async () => {
  const completions: number[] = [];
  const { add, worker, services, advanceClock } = await setup(async ({ n }, context) => {
    completions.push(n);
    const next = newJob(context, { name: "count", payload: { n: n * 10 }, lane: "lane" });
    return { done: true, next: n < 10 ? [next] : [] };
  });
  await add(1);
  await add(2, "lane", services.clock() + SECOND);
  expect(await worker.runDue()).toBe(2);
  expect(completions).toEqual([1, 10]);
  advanceClock(SECOND);
  expect(await worker.runDue()).toBe(2);
  expect(completions).toEqual([1, 10, 2, 20]);
  expect(await worker.runDue()).toBe(0);
});

test.each([
  ["that end fast, in a receiver's lane", "webhook:shop.example", true, 32, 32],
  ["that end fast, in another lane", "lane", true, 8, 8],
  ["that fail, in a receiver's lane", "webhook:shop.example", false, 8, 1],
])("jobs %s run within the width of their lane", async (_, lane, isDone, widest, last) => {
  const counts: number[] = [];
  let runningCount = 0;
  const { add, worker } = await setup(async (_payload, { clock }) => {
    counts.push(++runningCount);
    await yieldToEventLoop();
    runningCount--;
    return isDone ? { done: true } : { retryAt: clock() + SECOND };
  });
  for (let n = 0; n < 200; n++) await add(n, lane);
  expect(await worker.runDue()).toBe(200);
  expect([Math.max(...counts), Math.max(...counts.slice(-20))]).toEqual([widest, last]);
});

test("a job that throws is retried with backoff, and its failure is reported", async () => {
  const attempts: number[] = [];
  const { add, worker, advanceClock, failures } = await setup(
    async (_, { job: { attempts: nth } }) => {
      attempts.push(nth);
      if (nth < 4) throw new Error(`no ${nth}`);
      return { done: true };
    },
  );
  await add(1);
  const pauses: number[] = [];
  while (attempts.length < 4) {
    let waits = 0;
    while ((await worker.runDue()) === 0) {
      advanceClock(SECOND);
      waits += SECOND;
    }
    pauses.push(waits);
  }
  const [none, first = 0, second = 0, third = 0] = pauses;
  expect(none).toBe(0);
  for (const [pause, about] of [
    [first, 10],
    [second, 20],
    [third, 40],
  ] as const) {
    expect(pause).toBeGreaterThanOrEqual(about * (2 / 3) * SECOND);
    expect(pause).toBeLessThanOrEqual((about * (4 / 3) + 1) * SECOND);
  }
  expect(failures).toEqual(["count: no 1", "count: no 2", "count: no 3"]);
  advanceClock(1000 * SECOND);
  expect(await worker.runDue()).toBe(0);
});

test("a job that gives up, has an invalid payload, or always fails becomes a dead letter", async () => {
  const { add, worker, services, advanceClock, failures } = await setup(async ({ n }) => {
    if (n === 1) return { gaveUp: "nobody wants it" };
    throw new Error("never");
  });
  await add(1);
  await services.store.jobs.add([
    newJob(services, { name: "count", payload: { m: 1 }, lane: "lane" }),
  ]);
  await worker.runDue();
  expect(failures.toSorted()).toEqual([
    "count: given up: its payload has another shape",
    "count: given up: nobody wants it",
  ]);
  await add(2);
  for (let day = 0; day < 40; day++) {
    await worker.runDue();
    advanceClock(3 * 3600 * SECOND);
  }
  expect(failures.at(-1)).not.toContain("given up");
  await worker.runDue();
  expect(failures.at(-1)).toBe("count: given up: it was tried 40 times");
  const { length } = failures;
  advanceClock(3 * 3600 * SECOND);
  await worker.runDue();
  expect(failures).toHaveLength(length);
});

test("a job of an unknown kind waits for a newer version", async () => {
  const { worker, services, advanceClock } = await setup(async () => ({ done: true }));
  await services.store.jobs.add([newJob(services, { name: "newer", payload: {}, lane: "lane" })]);
  expect(await worker.runDue()).toBe(1);
  advanceClock(60 * SECOND);
  expect(await worker.runDue()).toBe(1);
  expect(await services.store.jobs.count("newer")).toBe(1);
});

test("a job starts as soon as it is added, and a slow lane delays no other", async () => {
  const slow = createDeferred();
  const fast = createDeferred();
  const starts: number[] = [];
  // Polling never happens here, so only added and ended jobs wake the worker.
  const { add, worker } = await setup(
    async ({ n }) => {
      starts.push(n);
      if (n < 100) await slow.promise;
      else fast.keep();
      return { done: true };
    },
    { perLane: 2, poll: 1_000_000 },
  );
  worker.start();
  for (const n of [1, 2, 3, 4]) await add(n, "slow");
  await add(100, "fast");
  await fast.promise;
  expect(starts.filter((n) => n < 100)).toHaveLength(2);
  slow.keep();
  await worker.stop();
});

test("a worker never exceeds its concurrency", async () => {
  let now = 0;
  let limit = 0;
  const { add, worker } = await setup(
    async () => {
      limit = Math.max(limit, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return { done: true };
    },
    { concurrency: 5, perLane: 3 },
  );
  for (let n = 0; n < 60; n++) await add(n, `lane-${n % 4}`);
  expect(await worker.runDue()).toBe(60);
  expect(limit).toBe(5);
});

test("a stopping worker waits for running jobs and claims nothing more", async () => {
  const start = createDeferred();
  const end = createDeferred();
  const completions: number[] = [];
  const { add, worker, services } = await setup(
    async ({ n }) => {
      start.keep();
      await end.promise;
      completions.push(n);
      return { done: true };
    },
    { perLane: 1, grace: 1_000_000 },
  );
  await add(1);
  await add(2);
  worker.start();
  await start.promise;
  const stop = worker.stop();
  end.keep();
  await stop;
  expect(completions).toEqual([1]);
  expect(await services.store.jobs.count("count")).toBe(1);
});

test("a job that outlasts the grace of a stopping worker is released to another worker", async () => {
  const startSignal = createDeferred();
  const never = createDeferred();
  let tries = 0;
  const { add, worker, start, services } = await setup(
    async () => {
      if (++tries > 1) return { done: true };
      startSignal.keep();
      await never.promise;
      return { done: true };
    },
    { grace: 1 },
  );
  await add(1);
  worker.start();
  await startSignal.promise;
  await worker.stop();
  expect(await start().runDue()).toBe(1);
  expect(await services.store.jobs.count("count")).toBe(0);
  never.keep();
});

test("the lease of a long job is renewed, and that of a dead worker expires", async () => {
  const long = createDeferred();
  const startSignal = createDeferred();
  const renewals: (() => void)[] = [];
  let renewal = createDeferred();
  const { add, worker, start, advanceClock, services } = await setup(
    async ({ n }) => {
      startSignal.keep();
      if (n === 1) await long.promise;
      return { done: true };
    },
    { lease: 30_000, poll: 1, grace: 2 },
    (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve());
        if (ms !== 10_000) return;
        renewals.push(resolve);
        renewal.keep();
      }),
  );
  await add(1);
  worker.start();
  worker.wake();
  await startSignal.promise;
  const other = start();
  for (let n = 0; n < 5; n++) {
    await renewal.promise;
    advanceClock(20_000);
    renewal = createDeferred();
    renewals.pop()?.();
    await renewal.promise;
    expect(await other.runDue()).toBe(0);
  }
  const stop = worker.stop();
  long.keep();
  await stop;
  const now = services.clock();
  await add(2);
  const dead = { now, lease: "dead", leaseUntil: now + 30_000, limit: 1, perLane: 1 };
  await services.store.jobs.claim({ ...dead, busy: new Map() });
  advanceClock(29_999);
  expect(await other.runDue()).toBe(0);
  advanceClock(1);
  // The suspect runs alone.
  expect(await other.runDue()).toBe(1);
});
