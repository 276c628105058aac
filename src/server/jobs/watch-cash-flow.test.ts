import { expect, test } from "vitest";
import { cashFlowApp, TODAY } from "../../testing/test-app/cash-flow-app.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { ownCurrency, ownLine } from "../domain/bank-values.ts";
import { toDate, toDay } from "../domain/calendar.ts";
import { openLogin } from "../domain/connectors/open-login.ts";
import { pullTransactions } from "../domain/transactions/pull-transactions.ts";

const DAY = 86_400_000;

test("the history of an Item sends no webhook, and a day without insights sends an empty one", async () => {
  const { app, insights } = await cashFlowApp();
  expect(await insights()).toEqual([]);
  const days = [];
  for (let day = 0; day < 6; day++) {
    app.advanceClock(DAY);
    days.push(await insights());
  }
  expect(days.flat().length).toBeGreaterThan(1);
  expect(Math.max(...days.map((list) => list.length))).toBe(1);
  expect(days.flat().every((list) => Array.isArray(list))).toBe(true);
});

test.each([
  [{ amount: -5000.01, description: "Sale of a car" }, ["LARGE_DEPOSIT_DETECTED"]],
  [{ amount: -5000, description: "Sale of a bicycle" }, []],
  [{ amount: 35, description: "NSF FEE" }, ["NSF_OVERDRAFT_DETECTED"]],
  [{ amount: 35, description: "Overdraft fee" }, ["NSF_OVERDRAFT_DETECTED"]],
  [{ amount: 80, description: "Loan payment Harbor Bay" }, ["NEW_LOAN_PAYMENT_DETECTED"]],
])("a real transaction, %j, sends one webhook with %j", async (change, codes) => {
  const { updates, add, userId } = await cashFlowApp();
  await updates();
  await add([change]);
  expect(await updates()).toEqual([
    {
      webhook_type: "CASH_FLOW_UPDATES",
      webhook_code: "CASH_FLOW_INSIGHTS_UPDATED",
      environment: "sandbox",
      user_id: userId,
      status: "AVAILABLE",
      insights: codes,
    },
  ]);
});

test("a repeated pull sends no webhook", async () => {
  const { app, insights, add, item } = await cashFlowApp();
  await insights();
  await add([{ amount: -9000, description: "Sale of a car" }]);
  expect(await insights()).toEqual([["LARGE_DEPOSIT_DETECTED"]]);
  const { access_token } = item;
  for (let time = 0; time < 3; time++) {
    await app.call("/transactions/refresh", { access_token });
    await app.call("/accounts/balance/get", { access_token });
  }
  expect(await insights()).toEqual([]);
});

/** The sandbox institution reports a deposit from the next pull on. */
const deposit = async (
  { app, item }: Awaited<ReturnType<typeof cashFlowApp>>,
  postingDate: string,
) => {
  const { directory, store } = app.services;
  const storedItem = await store.items.byItemId(item.itemId);
  const [main] = await store.items.accounts(item.itemId);
  const { sandbox } = directory.connectorOf("ins_109508");
  if (!storedItem || !main || !sandbox) throw new Error("the sandbox takes transactions");
  const transaction = {
    dateTransacted: toDate(toDay(TODAY)),
    datePosted: toDate(toDay(postingDate)),
    amount: -9000,
    description: ownLine("Sale of a car"),
    currency: ownCurrency("USD"),
  };
  const login = await openLogin(app.services, storedItem);
  const state = sandbox.write(login.connectorState, main.key, [transaction]);
  expect(await login.replaceState(state)).toMatchObject({ isStored: true });
};

test("a pending deposit sends its webhook once it is booked", async () => {
  const context = await cashFlowApp();
  const { app, insights, item } = context;
  await insights();
  await deposit(context, "2026-01-17");
  await app.call("/transactions/refresh", { access_token: item.access_token });
  const today = { from: TODAY, to: TODAY };
  const transactions = await app.services.store.transactions.inPeriod(item.itemId, today);
  expect(transactions).toContainEqual(expect.objectContaining({ amount: -9000, pending: true }));
  const isShown = async () => (await insights()).flat().includes("LARGE_DEPOSIT_DETECTED");
  expect(await isShown()).toBe(false);
  const updates = [];
  for (let day = 0; day < 4; day++) {
    app.advanceClock(DAY);
    updates.push(await isShown());
  }
  expect(updates).toEqual([false, true, false, false]);
});

test("concurrent pulls send one webhook for the same transactions", async () => {
  const context = await cashFlowApp();
  const { app, insights, item } = context;
  await insights();
  await deposit(context, TODAY);
  const storedItem = await app.services.store.items.byItemId(item.itemId);
  if (!storedItem) throw new Error("the Item is there");
  await Promise.all(Array.from({ length: 5 }, () => pullTransactions(app.services, storedItem)));
  expect(await insights()).toEqual([["LARGE_DEPOSIT_DETECTED"]]);
});

test("the next pull covers transactions that were pulled before the process stopped", async () => {
  const { app, insights, add, item } = await cashFlowApp();
  await insights();
  const { items } = app.services.store;
  const { setBalances } = items;
  // The process stops after writing the transactions, before the balances.
  items.setBalances = () => Promise.reject(new Error("stopped"));
  const body = { amount: -9000, description: "Sale of a car" };
  await expect(add([body])).rejects.toThrow("INTERNAL_SERVER_ERROR");
  items.setBalances = setBalances;
  expect(await insights()).toEqual([]);
  await app.call("/transactions/refresh", { access_token: item.access_token });
  expect(await insights()).toEqual([["LARGE_DEPOSIT_DETECTED"]]);
});

test("a user's second Item begins with its own history, and its webhooks go to its own address", async () => {
  const { app, insights, add, link } = await cashFlowApp();
  await insights();
  const other = await testReceiver();
  const { access_token } = await link(other.url);
  expect(await insights()).toEqual([]);
  await add([{ amount: -9000, description: "Sale of a car" }], access_token);
  expect(await insights()).toEqual([]);
  expect(other.received.map(({ body }) => body.insights).filter(Boolean)).toEqual([
    ["LARGE_DEPOSIT_DETECTED"],
  ]);
  await app.call("/item/webhook/update", { access_token });
  await add([{ amount: -9000, description: "Sale of a car" }], access_token);
  await app.runJobs();
  expect(other.received.filter(({ body }) => body.insights)).toHaveLength(1);
});

test("a removed user has no webhooks", async () => {
  const { app, updates, add, userId } = await cashFlowApp();
  await updates();
  await add([{ amount: -9000, description: "Sale of a car" }]);
  await app.call("/user/remove", { user_id: userId });
  expect(await updates()).toEqual([]);
});
