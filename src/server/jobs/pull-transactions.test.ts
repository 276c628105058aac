import { expect, test, vi } from "vitest";
import { z } from "zod";
import { Transaction } from "../../protocol/transaction.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { Fault } from "../domain/fault.ts";

const DAY = 86_400_000;
const YEARS = { start_date: "2024-01-01", end_date: "2026-12-31" };

/** An app with an Item and a receiver of its webhooks. */
const setup = async (products = ["transactions"], options = {}) => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token, item_id } = await app.link("ins_109508", products, {
    webhook: receiver.url,
    ...options,
  });
  const total = async () =>
    (await app.call("/transactions/get", { access_token, ...YEARS })).total_transactions;
  const webhooksOf = (code: string) =>
    receiver.received.map(({ body }) => body).filter((body) => body.webhook_code === code);
  const status = () => app.call("/transactions/sync", { access_token });
  return { app, receiver, access_token, item_id, total, webhooksOf, status };
};

test("an Item's transactions arrive in two pulls: 30 days first, then all", async () => {
  const { app, receiver, access_token, item_id, total, webhooksOf, status } = await setup();
  const { client_id, secret } = app.keys;
  const early = await app.post("/transactions/get", { client_id, secret, access_token, ...YEARS });
  expect(early.body).toMatchObject({
    error_type: "ITEM_ERROR",
    error_code: "PRODUCT_NOT_READY",
  });
  expect(await status()).toMatchObject({
    added: [],
    has_more: false,
    next_cursor: "",
    transactions_update_status: "NOT_READY",
  });
  await app.runJobs();
  expect(receiver.codes().toSorted()).toEqual([
    "TRANSACTIONS:HISTORICAL_UPDATE",
    "TRANSACTIONS:INITIAL_UPDATE",
    "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
    "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
  ]);
  const [initial] = webhooksOf("INITIAL_UPDATE");
  const [historical] = webhooksOf("HISTORICAL_UPDATE");
  expect(Number(initial?.new_transactions)).toBeGreaterThan(20);
  expect(Number(initial?.new_transactions) + Number(historical?.new_transactions)).toBe(
    await total(),
  );
  expect(
    webhooksOf("SYNC_UPDATES_AVAILABLE")
      .map((body) => [body.initial_update_complete, body.historical_update_complete])
      .toSorted(),
  ).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(initial).toMatchObject({ item_id, webhook_type: "TRANSACTIONS", error: null });
  expect(await app.call("/item/get", { access_token })).toMatchObject({
    status: { transactions: { last_successful_update: "2026-01-15T12:00:00.000Z" } },
  });
});

test("transactions are pulled every day, and added and removed ones send webhooks", async () => {
  const { app, receiver, total, webhooksOf } = await setup();
  await app.runJobs();
  const before = Number(await total());
  receiver.received.length = 0;
  for (let day = 0; day < 10; day++) {
    app.advanceClock(DAY);
    await app.runJobs();
  }
  const additions = webhooksOf("DEFAULT_UPDATE").reduce(
    (sum, body) => sum + Number(body.new_transactions),
    0,
  );
  const removals = webhooksOf("TRANSACTIONS_REMOVED").flatMap((body) => body.removed_transactions);
  expect(webhooksOf("DEFAULT_UPDATE").length).toBeGreaterThan(5);
  expect(removals.length).toBeGreaterThan(0);
  expect(await total()).toBe(before + additions - removals.length);
  expect(webhooksOf("SYNC_UPDATES_AVAILABLE").length).toBeGreaterThanOrEqual(
    webhooksOf("DEFAULT_UPDATE").length,
  );
});

test("income alone pulls transactions as well, and sends one webhook once the history is complete", async () => {
  const { app, receiver, access_token } = await setup(["income"]);
  await app.runJobs();
  expect(receiver.codes()).toEqual(["INCOME:PRODUCT_READY"]);
  const { income } = await app.call("/income/get", { access_token });
  expect(income).toMatchObject({ number_of_income_streams: expect.any(Number) });
});

test("an Item without transactions and income is not pulled until a request needs it", async () => {
  const { app, access_token } = await setup(["auth"]);
  expect(await app.services.store.jobs.count("pull-transactions")).toBe(0);
  const { client_id, secret } = app.keys;
  const ask = () => app.post("/transactions/get", { client_id, secret, access_token, ...YEARS });
  for (let n = 0; n < 2; n++)
    expect((await ask()).body).toMatchObject({ error_code: "PRODUCT_NOT_READY" });
  expect(await app.services.store.jobs.count("pull-transactions")).toBe(1);
  await app.runJobs();
  expect((await ask()).status).toBe(200);
});

test("pulls pause while the Item needs its user, and resume the day after the renewal", async () => {
  const { app, receiver, access_token, item_id, webhooksOf } = await setup();
  await app.runJobs();
  await app.call("/sandbox/item/reset_login", { access_token });
  await app.runJobs();
  receiver.received.length = 0;
  for (let day = 0; day < 3; day++) {
    app.advanceClock(DAY);
    await app.runJobs();
  }
  expect(webhooksOf("DEFAULT_UPDATE")).toEqual([]);
  expect(await app.services.store.jobs.count("pull-transactions")).toBe(1);
  const item = await app.services.store.items.byItemId(item_id);
  if (!item) throw new Error("the Item is there");
  await app.services.store.items.compareAndSetStatus(item, {
    error: null,
    loggedInAt: app.services.clock(),
  });
  app.advanceClock(DAY);
  await app.runJobs();
  expect(webhooksOf("DEFAULT_UPDATE")).toHaveLength(1);
});

test("a transaction pending for weeks is followed until it posts or is dropped", async () => {
  const { app, access_token } = await setup();
  const connector = app.services.directory.connectorOf("ins_109508");
  const pull = connector.transactions;
  const held = {
    name: "Car rental",
    key: "held",
    date: "2026-01-10",
    pending: true,
    pendingKey: null,
  };
  let atBank: object[] = [held, { ...held, key: "dropped" }];
  vi.spyOn(connector, "transactions").mockImplementation(async (login, period) => {
    const transactions = await pull(login, period);
    const [example] = transactions;
    if (!example) return transactions;
    const own = atBank.map((fields) => ({ ...example, ...fields }));
    return [...transactions, ...own].filter(({ date }) => date >= period.from && date <= period.to);
  });
  const stored = async () => {
    const period = { start_date: "2026-01-10", end_date: "2026-12-31" };
    const page = await app.call("/transactions/get", {
      access_token,
      ...period,
      options: { count: 500 },
    });
    return z
      .array(Transaction)
      .parse(page.transactions)
      .filter(({ name }) => name === held.name);
  };
  await app.runJobs();
  for (let days = 0; days < 25; days++) {
    app.advanceClock(DAY);
    await app.runJobs();
  }
  const pending = await stored();
  expect(pending).toMatchObject([{ pending: true }, { pending: true }]);
  atBank = [{ ...held, key: "posted", pendingKey: "held", pending: false, date: "2026-02-09" }];
  app.advanceClock(DAY);
  await app.runJobs();
  const [posted, ...others] = await stored();
  expect(posted).toMatchObject({ pending: false, date: "2026-02-09" });
  expect(pending.map(({ transaction_id }) => transaction_id)).toContain(
    posted?.pending_transaction_id,
  );
  expect(others).toEqual([]);
});

test("a failed pull is retried, and the failure is recorded", async () => {
  const { app, access_token, total } = await setup();
  const connector = app.services.directory.connectorOf("ins_109508");
  const refuse = vi
    .spyOn(connector, "transactions")
    .mockRejectedValue(new Fault("INSTITUTION_NOT_RESPONDING"));
  await app.runJobs();
  expect(await app.call("/item/get", { access_token })).toMatchObject({
    status: { transactions: { last_failed_update: "2026-01-15T12:00:00.000Z" } },
  });
  refuse.mockRestore();
  app.advanceClock(DAY);
  await app.runJobs();
  expect(await total()).toBeGreaterThan(1000);
});

test("removing an Item during its pull ends the pull, which stores nothing and logs no error", async () => {
  const { app, access_token, item_id } = await setup();
  const { store, directory } = app.services;
  const connector = directory.connectorOf("ins_109508");
  const pull = connector.transactions;
  vi.spyOn(connector, "transactions").mockImplementation(async (login, period) => {
    await app.call("/item/remove", { access_token }).catch(() => undefined);
    return pull(login, period);
  });
  app.logged.length = 0;
  await app.runJobs();
  expect(app.logged.filter((line) => line.includes("a job failed"))).toEqual([]);
  expect(await store.jobs.count("pull-transactions")).toBe(0);
  const always = { from: "0000-01-01", to: "9999-12-31" };
  expect(await store.transactions.inPeriod(item_id, always)).toEqual([]);
  expect(await store.transactions.feed(item_id)).toBeNull();
});
