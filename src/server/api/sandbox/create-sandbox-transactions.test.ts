import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { syncAll, transactionsApp } from "../../../testing/test-app/transactions-app.ts";

const DAY = 86_400_000;

test("manual transactions are synced, and change the balance of the account", async () => {
  const { app, sync, access_token, get } = await transactionsApp();
  const cursor = await syncAll(sync, new Map());
  const [before] = (await get()).accounts;
  await app.call("/sandbox/transactions/create", {
    access_token,
    transactions: [
      {
        date_transacted: "2026-01-12",
        date_posted: "2026-01-14",
        amount: 21.5,
        description: "By hand",
        iso_currency_code: "USD",
      },
      {
        date_transacted: "2026-01-15",
        date_posted: "2026-01-15",
        amount: -100,
        description: "PAYROLL",
      },
    ],
  });
  const { added } = await sync(cursor);
  expect(added.map(({ name, amount, date, pending }) => [name, amount, date, pending])).toEqual([
    ["By hand", 21.5, "2026-01-14", false],
    ["PAYROLL", -100, "2026-01-15", false],
  ]);
  const [after] = (await get()).accounts;
  const cents = (account: typeof after) => Math.round((account?.balances.current ?? 0) * 100);
  expect(cents(after)).toBe(cents(before) + 7850);
  app.advanceClock(5 * DAY);
  const names = (await get({ options: { count: 500 } })).transactions?.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["By hand", "PAYROLL"]));
});

test.each([
  [{ date_transacted: "2025-12-31" }, "transactions[0].date_transacted must be from 2026-01-01"],
  [{ date_transacted: "2026-01-16" }, "transactions[0].date_transacted must be from 2026-01-01"],
  [{ date_posted: "2026-01-09" }, "transactions[0].date_posted must be from date_transacted"],
  [{ iso_currency_code: "EUR" }, "transactions[0].iso_currency_code must be USD"],
  [{ iso_currency_code: "USD\npython" }, "transactions[0].iso_currency_code must be USD"],
  [{ amount: 0.005 }, "transactions[0].amount must be in whole cents"],
  [{ description: "a\u202eb" }, "transactions[0].description must be on one line"],
  [{ description: "a\u2028b" }, "transactions[0].description must be on one line"],
  [{ description: "a\nb" }, "transactions[0].description must be on one line"],
  [{ description: "x".repeat(300) }, "transactions[0].description must have at most 200"],
])("/sandbox/transactions/create refuses %j, and adds nothing", async (change, message) => {
  const { access_token, all, refusal } = await transactionsApp();
  const before = await all();
  const good = {
    date_transacted: "2026-01-10",
    date_posted: "2026-01-11",
    amount: 1,
    description: "Written",
  };
  const body = { access_token, transactions: [{ ...good, ...change }] };
  const answer = await refusal("/sandbox/transactions/create", body);
  expect(answer.error_code).toBe("INVALID_FIELD");
  expect(answer.error_message).toContain(message);
  expect(await all()).toEqual(before);
});

test("a transaction on an account of an unofficial currency is in that currency", async () => {
  const app = await testApp();
  const account = { type: "depository", subtype: "checking", currency: "POINTS5" };
  const { access_token } = await app.call("/item/import", {
    institution_id: "ins_109508",
    products: ["transactions"],
    user_auth: {
      user_id: "user_custom",
      auth_token: JSON.stringify({ override_accounts: [account] }),
    },
  });
  await app.runJobs();
  const days = { date_transacted: "2026-01-10", date_posted: "2026-01-11" };
  const transactions = [{ ...days, amount: 1, description: "Flight" }];
  await app.call("/sandbox/transactions/create", { access_token, transactions });
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([
    { name: "Flight", iso_currency_code: null, unofficial_currency_code: "POINTS5" },
  ]);
});
