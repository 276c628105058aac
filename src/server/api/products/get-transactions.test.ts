import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import type { Transaction } from "../../../protocol/transaction.ts";
import { samples } from "../../../testing/property-samples.ts";
import { Page, transactionsApp, YEARS } from "../../../testing/test-app/transactions-app.ts";

const DAY = 86_400_000;

test("/transactions/get returns 24 months, newest first, with the accounts", async () => {
  const { all, get } = await transactionsApp();
  const transactions = await all();
  expect(transactions.length).toBeGreaterThan(1000);
  const dates = transactions.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect(dates[0]).toBe("2026-01-15");
  // The 15th is a holiday in the United States.
  expect(dates.at(-1)).toBe("2024-01-16");
  const accountIds = (await get()).accounts.map(({ account_id }) => account_id);
  for (const { account_id } of transactions) expect(accountIds).toContain(account_id);
  for (const transaction of transactions)
    expect(transaction).not.toHaveProperty("original_description");
});

test("/transactions/get pages of any size lose and repeat no transaction", async () => {
  const { get, all } = await transactionsApp();
  const allIds = (await all()).map(({ transaction_id }) => transaction_id);
  const day = fc
    .integer({ min: Date.UTC(2024, 0, 1) / DAY, max: Date.UTC(2026, 0, 20) / DAY })
    .map((at) => new Date(at * DAY).toISOString().slice(0, 10));
  await fc.assert(
    fc.asyncProperty(fc.tuple(day, day), fc.integer({ min: 37, max: 500 }), async (days, count) => {
      const [start_date = "", end_date = ""] = days.toSorted();
      const ids: string[] = [];
      for (let offset = 0; ; offset += count) {
        const page = await get({ start_date, end_date, options: { count, offset } });
        for (const { transaction_id, date } of page.transactions ?? []) {
          expect(date >= start_date && date <= end_date).toBe(true);
          ids.push(transaction_id);
        }
        if (ids.length >= page.total_transactions) break;
      }
      const unique = new Set(ids);
      expect(unique.size).toBe(ids.length);
      expect(ids).toEqual(allIds.filter((id) => unique.has(id)));
    }),
    { numRuns: samples(25) },
  );
});

test("transactions is null if none match, and total_transactions counts the whole period", async () => {
  const { get } = await transactionsApp();
  const period = { start_date: "2019-01-01", end_date: "2019-12-31" };
  expect(await get(period)).toMatchObject({ transactions: null, total_transactions: 0 });
  const { total_transactions } = await get({ options: { count: 1 } });
  expect(await get({ options: { offset: 100_000 } })).toMatchObject({
    transactions: null,
    total_transactions,
  });
});

test("/transactions/get narrows to account_ids, and adds original_description on request", async () => {
  const { get } = await transactionsApp();
  const { accounts } = await get();
  const [first, second] = accounts.map(({ account_id }) => account_id);
  if (!first || !second) throw new Error("there are accounts");
  const count = 500;
  const some = await get({ options: { account_ids: [first, second], count } });
  const own = await get({
    options: { account_ids: [first], count, include_original_description: true },
  });
  expect(own.accounts.map(({ account_id }) => account_id)).toEqual([first]);
  expect(new Set(own.transactions?.map(({ account_id }) => account_id))).toEqual(new Set([first]));
  for (const transaction of own.transactions ?? [])
    expect(transaction.original_description).toMatch(/\w/);
  expect(some.total_transactions).toBeGreaterThan(own.total_transactions);
});

test.each([
  [{ start_date: "2026-01-02", end_date: "2026-01-01" }, "start_date must not be after end_date"],
  [{ start_date: "2026-02-30" }, "start_date must be a date of the format YYYY-MM-DD"],
  [{ end_date: "tomorrow" }, "end_date must be a date of the format YYYY-MM-DD"],
  [{ options: { count: 501 } }, "options.count must be at most 500"],
  [{ options: { count: 0 } }, "options.count must be at least 1"],
  [{ options: { offset: -1 } }, "options.offset must be at least 0"],
  [{ options: { account_ids: [] } }, "options.account_ids must have at least 1 element"],
])("/transactions/get refuses %j", async (change, error_message) => {
  const { access_token, refusal } = await transactionsApp();
  expect(await refusal("/transactions/get", { access_token, ...YEARS, ...change })).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message,
  });
});

test("an Item has transactions of only the days that it was created for", async () => {
  const transactions = { start_date: "2025-03-01", end_date: "2025-10-31" };
  const { all } = await transactionsApp(["transactions"], { transactions });
  const dates = (await all()).map(({ date }) => date);
  expect(dates.length).toBeGreaterThan(100);
  for (const date of dates) expect(date >= "2025-03-01" && date <= "2025-10-31").toBe(true);
  expect([dates.at(-1)?.slice(0, 7), dates[0]?.slice(0, 7)]).toEqual(["2025-03", "2025-10"]);
});

test("new transactions arrive day by day, and account balances change by their amounts", async () => {
  const { app, all, get } = await transactionsApp();
  const before = await get();
  app.advanceClock(20 * DAY);
  const after = await get();
  const later = (await all()).filter(({ date }) => date > "2026-01-15");
  expect(later.length).toBeGreaterThan(20);
  for (const { account_id, balances, type } of after.accounts) {
    // An investment account's balance is the worth of its holdings, which the portfolio's test
    // covers.
    if (type === "investment") continue;
    const change = later
      .filter((transaction) => transaction.account_id === account_id && !transaction.pending)
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    const start = before.accounts.find((account) => account.account_id === account_id)?.balances
      .current;
    const sign = type === "credit" || type === "loan" ? 1 : -1;
    expect(Math.round((balances.current ?? Number.NaN) * 100)).toBe(
      Math.round((start ?? Number.NaN) * 100) + sign * change,
    );
  }
});

test("a posted transaction has the id of its pending one, which is removed", async () => {
  const { app, all } = await transactionsApp();
  const pending = new Map<string, Transaction>();
  const pendingIds = new Set<string>();
  for (let day = 0; day < 20; day++) {
    for (const transaction of await all())
      if (transaction.pending) pending.set(transaction.transaction_id, transaction);
      else if (transaction.pending_transaction_id !== null)
        pendingIds.add(transaction.pending_transaction_id);
    app.advanceClock(DAY);
  }
  const postedIds = [...pending.keys()].filter((id) => pendingIds.has(id));
  expect(postedIds.length).toBeGreaterThan(5);
  const ids = (await all()).map(({ transaction_id }) => transaction_id);
  for (const id of postedIds) expect(ids).not.toContain(id);
});

test("/transactions/get adds the product to an Item linked without it, if the institution has it", async () => {
  const { app, access_token, refusal } = await transactionsApp(["auth"]);
  expect(await refusal("/transactions/get", { access_token, ...YEARS })).toMatchObject({
    error_type: "ITEM_ERROR",
    error_code: "PRODUCT_NOT_READY",
  });
  await app.runJobs();
  await app.call("/transactions/get", { access_token, ...YEARS });
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({ products: ["auth", "transactions"] });
  const other = await app.link("ins_910006", ["auth"]);
  const { access_token: without } = other;
  expect(await refusal("/transactions/get", { access_token: without, ...YEARS })).toMatchObject({
    error_code: "PRODUCTS_NOT_SUPPORTED",
  });
});

test("two Items of one login have the same transactions under ids of their own", async () => {
  const { app, get } = await transactionsApp();
  const other = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const theirs = Page.parse(
    await app.call("/transactions/get", { access_token: other.access_token, ...YEARS }),
  );
  const plain = (page: z.infer<typeof Page>) =>
    page.transactions?.map(({ name, amount, date }) => [name, amount, date]).sort();
  const ours = await get();
  expect(plain(theirs)).toEqual(plain(ours));
  const ids = [...(ours.transactions ?? []), ...(theirs.transactions ?? [])];
  expect(new Set(ids.map(({ transaction_id }) => transaction_id)).size).toBe(ids.length);
});

test("an Item that needs a new login returns stored transactions, but cannot refresh them", async () => {
  const { app, access_token, all, refusal } = await transactionsApp();
  const before = await all();
  await app.call("/sandbox/item/reset_login", { access_token });
  app.advanceClock(3 * DAY);
  expect(await all()).toEqual(before);
  for (const path of ["/transactions/refresh", "/accounts/balance/get"])
    expect(await refusal(path, { access_token })).toMatchObject({
      error_code: "ITEM_LOGIN_REQUIRED",
    });
});

test("an Item that needed a new login before its first pull returns ITEM_LOGIN_REQUIRED", async () => {
  const { app, access_token, refusal } = await transactionsApp(["auth"]);
  await app.call("/sandbox/item/reset_login", { access_token });
  expect(await refusal("/transactions/get", { access_token, ...YEARS })).toMatchObject({
    error_code: "ITEM_LOGIN_REQUIRED",
  });
});
