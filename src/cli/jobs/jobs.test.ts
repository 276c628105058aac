import { expect, test } from "vitest";
import { newJob } from "../../server/domain/jobs/job.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

test("jobs that gave up or crashed are listed, and run again", async () => {
  const app = await testApp();
  const { services, folder } = app;
  const { store, clock } = services;
  await app.runJobs();
  const run = (...words: string[]) => printedBy(["jobs", ...words, "--data", folder], { clock });
  expect(await run("list")).toBe("No job gave up\n");

  const claim = () => ({ now: clock(), lease: `at ${clock()}`, leaseUntil: clock() });
  const claimAll = () =>
    store.jobs.claim({ ...claim(), limit: 100, perLane: 100, busy: new Map() });
  const payload = { item_id: "item-1" };
  const work = { name: "pull-transactions", payload, lane: "lane" };
  await store.jobs.add([newJob(services, { ...work, jobId: "pull-transactions:item-1:now" })]);
  for (let claims = 0; claims < 2; claims++) await claimAll();
  for (let losses = 0; losses < 3; losses++) {
    expect(await store.jobs.claimSuspect(claim())).not.toBe(null);
    await app.runJobs();
    app.advanceClock(300_000);
  }
  await store.jobs.add([newJob(services, { ...work, jobId: "odd", payload: { no: 1 } })]);
  await app.runJobs();
  expect(await run("list")).toMatchInlineSnapshot(`
    "2026-01-15 12:15:00Z  gave up   pull-transactions
      odd
    2026-01-15 12:10:00Z  crashed   pull-transactions  item item-1
      pull-transactions:item-1:now
    "
  `);
  expect(await run("list", "--count", "1")).toContain("odd");

  await expect(run("list", "--count", "0")).rejects.toThrow("--count");
  await expect(run("retry", "nothing")).rejects.toThrow("no job nothing gave up");
  expect(await run("retry", "pull-transactions:item-1:now")).toBe(
    "pull-transactions:item-1:now runs again in the server, or as soon as one runs\n",
  );
  expect((await runCli(["jobs", "retry", "odd", "--data", folder], { clock })).code).toBe(0);
  await app.runJobs();
  expect(await run("list")).toContain("odd");
  expect(await run("list")).not.toContain("item-1");
  // The Item is deleted, so the pull does nothing.
  expect(await store.jobs.count("pull-transactions")).toBe(0);
});
