import { expect, test } from "vitest";
import { sampleTransaction } from "../../testing/store-contract/samples.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { ERASE_ITEM_JOB } from "../domain/items/erase-removed-item.ts";
import { ERASE_JOB } from "../domain/jobs/erase-job.ts";

test("a removed Item of thousands of transactions is gone at once, and erased by jobs", async () => {
  const app = await testApp();
  const { store } = app.services;
  const { access_token, item_id } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const [account] = await store.items.accounts(item_id);
  const account_id = account?.account.account_id ?? "";
  const feed = await store.transactions.feed(item_id);
  if (!feed) throw new Error("the Item has transactions");
  const added = Array.from({ length: 30_000 }, (_, at) =>
    sampleTransaction(`payment ${at}`, { account_id }),
  );
  await store.transactions.apply(feed, { added, modified: [], removed: [] }, feed);
  const idsLeft = () =>
    store.transactions.byIds(item_id, ["transaction-payment 0", "transaction-payment 29999"]);

  expect(await idsLeft()).toHaveLength(2);
  await app.call("/item/remove", { access_token });
  expect((await app.post("/item/get", { ...app.credentials, access_token })).status).toBe(400);
  expect(await idsLeft()).toEqual([]);
  expect(await store.jobs.count(ERASE_ITEM_JOB)).toBe(1);
  for (let runs = 0; runs < 5; runs++) {
    app.advanceClock(1000);
    await app.runJobs();
  }
  expect(await store.items.eraseRows(item_id)).toBe(true);
  expect(await store.jobs.count(ERASE_ITEM_JOB)).toBe(0);
  expect(await store.jobs.count(ERASE_JOB)).toBe(0);
});
