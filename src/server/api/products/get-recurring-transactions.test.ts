import { expect, test } from "vitest";
import type { TransactionStream } from "../../../protocol/reports/recurring.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { sampleTransaction } from "../../../testing/store-contract/samples.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { toDate, toDay } from "../../domain/calendar.ts";

const DAY = 86_400_000;

type Streams = { inflow_streams: TransactionStream[]; outflow_streams: TransactionStream[] };

const linked = async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token, item_id } = await app.link("ins_109508", ["transactions"], {
    webhook: receiver.url,
  });
  const recurring = async (more: object = {}) =>
    (await app.call("/transactions/recurring/get", { access_token, ...more })) as Streams;
  return { ...app, access_token, item_id, receiver, recurring };
};

test("a person's salary, rent and subscriptions are streams with the transactions that prove them", async () => {
  const { access_token, call, recurring, runJobs } = await linked();
  await runJobs();
  const { inflow_streams, outflow_streams } = await recurring();
  expect(inflow_streams.length).toBeGreaterThan(0);
  expect(outflow_streams.length).toBeGreaterThan(2);
  const byId = new Map<string, Transaction>();
  for (let offset = 0; ; offset += 500) {
    const { transactions } = (await call("/transactions/get", {
      access_token,
      start_date: "2023-01-01",
      end_date: "2026-01-15",
      options: { count: 500, offset },
    })) as { transactions: Transaction[] | null };
    if (!transactions) break;
    for (const transaction of transactions) byId.set(transaction.transaction_id, transaction);
  }
  for (const stream of [...inflow_streams, ...outflow_streams])
    for (const id of stream.transaction_ids)
      expect(byId.get(id)).toMatchObject({ account_id: stream.account_id, pending: false });
});

test("account_ids narrows the streams, and refuses an account of another Item", async () => {
  const { access_token, post, credentials, recurring, runJobs } = await linked();
  await runJobs();
  const { outflow_streams: all } = await recurring();
  const account_id = all[0]?.account_id ?? "";
  const { outflow_streams } = await recurring({ account_ids: [account_id] });
  expect(outflow_streams).toEqual(all.filter((stream) => stream.account_id === account_id));
  const answer = await post("/transactions/recurring/get", {
    ...credentials,
    access_token,
    account_ids: ["nobody's"],
  });
  expect(answer.body.error_code).toBe("INVALID_ACCOUNT_ID");
});

test("streams are not ready before the history is", async () => {
  const { access_token, post, credentials } = await linked();
  const answer = await post("/transactions/recurring/get", { ...credentials, access_token });
  expect(answer.body.error_code).toBe("PRODUCT_NOT_READY");
});

test("a pull that changes streams sends RECURRING_TRANSACTIONS_UPDATE, once they were read", async () => {
  const { advanceClock, receiver, recurring, runJobs } = await linked();
  const updates = () =>
    receiver.received
      .map(({ body }) => body)
      .filter(({ webhook_code }) => webhook_code === "RECURRING_TRANSACTIONS_UPDATE");
  const nextMonth = async () => {
    // A sandbox login lasts 30 days.
    advanceClock(13 * DAY);
    await runJobs();
  };
  await runJobs();
  await nextMonth();
  expect(updates()).toEqual([]);
  const { outflow_streams } = await recurring();
  await recurring();
  await nextMonth();
  const accountIds = new Set(updates().flatMap(({ account_ids }) => account_ids as string[]));
  expect(accountIds).toContain(outflow_streams[0]?.account_id);
  const { length } = updates();
  await runJobs();
  expect(updates()).toHaveLength(length);
});

test("thousands of streams are sent in pieces, whole", async () => {
  const { access_token, post, credentials, runJobs, recurring, services, item_id } = await linked();
  await runJobs();
  const [account] = await services.store.items.accounts(item_id);
  const account_id = account?.account.account_id ?? "";
  const added = Array.from({ length: 9000 }, (_, at) =>
    sampleTransaction(`payment ${at}`, {
      account_id,
      amount: 20,
      date: toDate(toDay("2025-09-01") + 30 * (at % 3)),
      name: `Club ${[...String(Math.floor(at / 3))].map((digit) => "abcdefghij"[Number(digit)]).join("")}`,
    }),
  );
  const feed = await services.store.transactions.feed(item_id);
  if (!feed) throw new Error("the Item has transactions");
  const before = await recurring();
  await services.store.transactions.apply(feed, { added, modified: [], removed: [] }, feed);
  const { headers, body } = await post("/transactions/recurring/get", {
    ...credentials,
    access_token,
  });
  expect(headers).not.toHaveProperty("content-length");
  expect(body).toMatchObject({ inflow_streams: before.inflow_streams });
  const names = (body.outflow_streams as TransactionStream[]).map(({ description }) => description);
  expect(names).toHaveLength(before.outflow_streams.length + 3000);
});
