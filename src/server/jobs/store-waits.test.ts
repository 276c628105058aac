import { expect, test } from "vitest";
import { z } from "zod";
import { testApp } from "../../testing/test-app/test-app.ts";
import { wait } from "../adapters/timers.ts";
import { newJob } from "../domain/jobs/job.ts";
import { storeWaitLimit } from "../domain/store-wait.ts";
import { job } from "./job.ts";
import { createWorker } from "./worker.ts";

test("a job waits longer for the store than a request, and its worker as long as one", async () => {
  const { services } = await testApp();
  const waits: number[] = [];
  const count = job({
    name: "count",
    schema: z.strictObject({}),
    run: async () => {
      waits.push(storeWaitLimit());
      return { done: true };
    },
  });
  const { complete } = services.store.jobs;
  services.store.jobs.complete = (...finished) => {
    waits.push(storeWaitLimit());
    return complete(...finished);
  };
  await services.store.jobs.add([newJob(services, { name: "count", payload: {}, lane: "lane" })]);
  await createWorker({ services, kinds: [count], wait, report: () => {} }).runDue();
  expect(waits).toEqual([35_000, 5000]);
});
