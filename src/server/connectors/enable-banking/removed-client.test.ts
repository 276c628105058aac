import { expect, test } from "vitest";
import { eraseClientJob } from "../../domain/clients/erase-client.ts";
import { aggregatorApp } from "./aggregator-app.fixture.ts";

test("the sessions of a removed client's Items end at the aggregator", async () => {
  const { app, aggregator, linkItem } = await aggregatorApp();
  await linkItem();
  expect(aggregator.sessions().map(({ status }) => status)).toEqual(["AUTHORIZED"]);
  const { store, clock } = app.services;
  const id = app.keys.client_id;
  const jobs = [eraseClientJob(app.services, id)];
  await store.clients.remove(id, { onlyEmpty: false, jobs, now: clock() });
  for (let round = 0; round < 3; round++) await app.runJobs();
  expect(await store.clients.removed()).toEqual([]);
  expect(aggregator.sessions().map(({ status }) => status)).not.toContain("AUTHORIZED");
});
