import { expect, test } from "vitest";
import { z } from "zod";
import { testApp } from "../../testing/test-app/test-app.ts";
import { wait } from "../adapters/timers.ts";
import { type Job, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import { type JobKind, job, type Outcome } from "./job.ts";
import { createWorker, WORKER_LIMITS } from "./worker.ts";

const SECOND = 1000;
const MINUTE = 60_000;

type Options = Pick<JobKind, "giveUp"> & { waiting?: typeof wait; concurrency?: number };

/** A worker on a real store; `run` handles its only kind of job. */
const setup = async (
  run: (n: number) => Promise<Outcome>,
  { giveUp, waiting = wait, concurrency = 8 }: Options = {},
) => {
  const { services, advanceClock } = await testApp();
  const { store, clock } = services;
  await endRecurringJobs(services);
  const failures: string[] = [];
  const schema = z.strictObject({ n: z.int() });
  const kind = job({ name: "count", schema, run: ({ n }) => run(n) });
  const worker = createWorker({
    services,
    kinds: [{ ...kind, ...(giveUp && { giveUp }) }],
    wait: waiting,
    report: (failure: unknown, job: Job | null) =>
      void failures.push(`${job?.name}: ${failure instanceof Error ? failure.message : failure}`),
    // The wait between renewals is shorter than the wait for other jobs.
    limits: { ...WORKER_LIMITS, concurrency, lease: 27_000, grace: 1 },
  });
  const addAt = (dueAt: number, numbers: readonly number[]) =>
    store.jobs.add(
      numbers.map((n) =>
        newJob(services, { jobId: `${n}`, name: "count", payload: { n }, lane: "lane", dueAt }),
      ),
    );
  /** A lease that has already ended, as of a process that dies. */
  const deadLease = (now: number) => ({ now, lease: `dead at ${now}`, leaseUntil: now });
  /**
   * Adds jobs whose process dies while it runs them together, before another process sees them due.
   */
  const addLost = async (...numbers: number[]) => {
    const dueAt = clock() + SECOND;
    await addAt(dueAt, numbers);
    const claim = { ...deadLease(dueAt), limit: 100, perLane: 100, busy: new Map() };
    expect(await store.jobs.claim(claim)).toHaveLength(numbers.length);
    expect(await store.jobs.claim(claim)).toEqual([]);
    advanceClock(SECOND);
  };
  /** Lets a process die while it runs a suspect; returns the suspect's id. */
  const loseAlone = async () => (await store.jobs.claimSuspect(deadLease(clock())))?.jobId ?? null;
  const add = (...numbers: number[]) => addAt(clock(), numbers);
  return { services, store, advanceClock, failures, worker, add, addLost, loseAlone };
};

const endRecurringJobs = async ({ store, clock }: Services): Promise<void> => {
  const claim = { lease: "end", leaseUntil: clock(), limit: 100, perLane: 1 };
  for (const recurring of await store.jobs.claim({ ...claim, now: clock(), busy: new Map() }))
    await store.jobs.complete(recurring);
};

const createDeferred = () => {
  let keep = () => {};
  const promise = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
};

test("jobs that were lost together run one at a time, and are done", async () => {
  let runningCount = 0;
  const counts: number[] = [];
  const { worker, addLost, store, failures } = await setup(async () => {
    counts.push(++runningCount);
    await new Promise((resolve) => setImmediate(resolve));
    runningCount--;
    return { done: true };
  });
  await addLost(...Array.from({ length: 20 }, (_, n) => n));
  expect(await worker.runDue()).toBe(20);
  expect(counts).toEqual(Array(20).fill(1));
  expect(await store.jobs.depth()).toEqual([]);
  expect(failures).toEqual([]);
});

test("a job that is lost three times alone becomes a dead letter, after pauses, and no other does", async () => {
  const starts: number[] = [];
  const { worker, add, addLost, loseAlone, store, failures, advanceClock } = await setup(
    async (n) => {
      starts.push(n);
      return { done: true };
    },
  );
  await addLost(1);
  await add(2, 3);
  for (const pause of [MINUTE, 4 * MINUTE]) {
    expect(await loseAlone()).toBe("1");
    await worker.runDue();
    advanceClock(pause - 1);
    expect(await worker.runDue()).toBe(0);
    advanceClock(1);
  }
  expect(await loseAlone()).toBe("1");
  expect(await worker.runDue()).toBe(0);
  advanceClock(24 * 60 * MINUTE);
  expect(await worker.runDue()).toBe(0);
  expect(failures).toEqual([
    "count: its process ended or stood still, 1 of 3 times alone",
    "count: its process ended or stood still, 2 of 3 times alone",
    "count: given up: its process ended or stood still, 3 of 3 times alone",
  ]);
  expect(await store.jobs.deadLetters(10)).toMatchObject([{ jobId: "1", isCrashed: true }]);
  expect(starts.toSorted()).toEqual([2, 3]);
  await store.jobs.revive("1", 0);
  expect(await worker.runDue()).toBe(1);
  expect(starts.at(-1)).toBe(1);
  expect(await store.jobs.depth()).toEqual([]);
});

test.each([[false], [true]])(
  "the kind of a job that crashed is called, fails: %s",
  async (fails) => {
    const records: number[] = [];
    const { worker, addLost, loseAlone, store, failures, advanceClock } = await setup(
      async () => ({ done: true }),
      {
        giveUp: async ({ n }) => {
          records.push(Number(n));
          if (fails) throw new Error("no record");
        },
      },
    );
    await addLost(7);
    for (let losses = 1; losses <= 3; losses++) {
      expect(await loseAlone()).toBe("7");
      expect(records).toEqual([]);
      await worker.runDue();
      if (losses < 3) advanceClock(4 * MINUTE);
    }
    expect(records).toEqual([7]);
    expect(failures.filter((failure) => failure === "count: no record")).toHaveLength(
      fails ? 1 : 0,
    );
    expect(await store.jobs.deadLetters(10)).toMatchObject([{ jobId: "7", isCrashed: true }]);
  },
);

test("a started worker runs a suspect once its other jobs have ended, and claims no other meanwhile", async () => {
  const steps: string[] = [];
  const ordinary = createDeferred();
  const alone = createDeferred();
  const begins = new Map([1, 2, 10].map((n) => [n, createDeferred()]));
  const { worker, add, addLost, store } = await setup(async (n) => {
    steps.push(`${n} begins`);
    begins.get(n)?.keep();
    if (n === 1) await ordinary.promise;
    if (n === 10) await alone.promise;
    steps.push(`${n} ends`);
    return { done: true };
  });
  await add(1);
  worker.start();
  await begins.get(1)?.promise;
  const isSeen = createDeferred();
  const { nextSuspect } = store.jobs;
  store.jobs.nextSuspect = async (now) => {
    const next = await nextSuspect(now);
    if (next !== null) isSeen.keep();
    return next;
  };
  await addLost(10);
  await isSeen.promise;
  await add(2);
  ordinary.keep();
  await begins.get(10)?.promise;
  worker.wake();
  await new Promise((resolve) => setImmediate(resolve));
  alone.keep();
  await begins.get(2)?.promise;
  await worker.stop();
  expect(steps.slice(0, 4)).toEqual(["1 begins", "1 ends", "10 begins", "10 ends"]);
});

test("a worker that stops while it runs a suspect releases it, and it stays one", async () => {
  const alone = createDeferred();
  const never = createDeferred();
  const { worker, addLost, store, services } = await setup(async () => {
    alone.keep();
    await never.promise;
    return { done: true };
  });
  await addLost(1);
  worker.start();
  await alone.promise;
  await worker.stop();
  expect(await store.jobs.nextSuspect(services.clock())).toEqual({ is: "due" });
  never.keep();
});

test("a job that does not end holds a suspect up, and no other job", async () => {
  const beginning = createDeferred();
  const never = createDeferred();
  const last = createDeferred();
  const patience: number[] = [];
  let onWait = async (_ms: number): Promise<void> => {};
  const { worker, add, addLost, advanceClock } = await setup(
    async (n) => {
      if (n === 1) {
        beginning.keep();
        await never.promise;
      }
      if (n === 2) last.keep();
      return { done: true };
    },
    {
      waiting: async (ms, signal) => {
        if (ms === WORKER_LIMITS.poll) {
          advanceClock(10 * SECOND);
          return new Promise((resolve) => setImmediate(resolve));
        }
        if (ms < 10_000) return wait(ms, signal);
        await onWait(ms);
      },
    },
  );
  onWait = async (ms) => {
    patience.push(ms);
    advanceClock(ms);
    if (patience.length === 3) await add(2);
  };
  await add(1);
  worker.start();
  await beginning.promise;
  await addLost(10);
  await last.promise;
  never.keep();
  await worker.stop();
  expect(patience.slice(0, 3)).toEqual([10_000, 20_000, 40_000]);
});
