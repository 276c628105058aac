import { expect, test } from "vitest";
import { z } from "zod";
import { testApp } from "../../testing/test-app/test-app.ts";
import { newJob } from "../domain/jobs/job.ts";
import { job } from "./job.ts";
import { createWorker, WORKER_LIMITS } from "./worker.ts";

test("a started worker waits for the first requests, or for a job, and prepares once", async () => {
  const { services } = await testApp();
  let onRun = () => {};
  const ran = new Promise<void>((resolve) => {
    onRun = resolve;
  });
  const count = job({
    name: "count",
    schema: z.strictObject({}),
    run: async () => {
      onRun();
      return { done: true };
    },
  });
  const waits: number[] = [];
  const worker = createWorker({
    services,
    kinds: [count],
    wait: (ms, signal) =>
      new Promise((resolve) => {
        waits.push(ms);
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve());
      }),
    report: () => {},
  });
  let preparations = 0;
  worker.start(() => void preparations++);
  expect([waits, preparations]).toEqual([[WORKER_LIMITS.firstPoll], 0]);
  const add = () =>
    services.store.jobs.add([newJob(services, { name: "count", payload: {}, lane: "count" })]);
  await add();
  await add();
  await ran;
  await worker.stop();
  expect(preparations).toBe(1);
});
