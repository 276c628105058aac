import { expect, test } from "vitest";
import { YEARS } from "../testing/test-app/transactions-app.ts";
import { clientApp, clientOf, collect, json, scriptedServer } from "./client.fixture.ts";

/** A client of an app with an Item that has transactions. */
const withTransactions = async () => {
  const { app, client } = await clientApp();
  const { access_token } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  return { app, client, access_token };
};

test("the changes of an Item come one by one, over all pages", async () => {
  const { client, access_token } = await withTransactions();
  const whole = await client.transactionsSync({ access_token, count: 500 });
  const ids = [];
  for await (const { change, transaction } of client.transactionsSync(access_token)) {
    expect(change).toBe("added");
    ids.push(transaction.transaction_id);
  }
  expect(ids.length).toBeGreaterThan(100);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, 500)).toEqual(whole.added.map(({ transaction_id }) => transaction_id));
});

test("pages go on from a cursor, and later changes come from the last one", async () => {
  const { client, access_token } = await withTransactions();
  let cursor = "";
  let count = 0;
  for await (const page of client.transactionsSync({ access_token, count: 70 }).pages()) {
    count += 1;
    cursor = page.next_cursor;
  }
  expect(count).toBeGreaterThan(2);
  await client.sandboxTransactionsCreate({
    access_token,
    transactions: [
      { date_transacted: "2026-01-15", date_posted: "2026-01-15", amount: 4, description: "Tea" },
    ],
  });
  const changes = [];
  for await (const change of client.transactionsSync({ access_token, cursor }))
    changes.push(change);
  expect(changes).toMatchObject([{ change: "added", transaction: { name: "Tea", amount: 4 } }]);
});

test("an iteration that ends early requests no further page", async () => {
  const page = { added: [{ transaction_id: "1" }], modified: [], removed: [], has_more: true };
  const { baseUrl, requests } = await scriptedServer(
    json(200, { ...page, next_cursor: "a", request_id: "aB3dE6gH9jK2mN5" }),
  );
  for await (const { transaction } of clientOf(baseUrl).client.transactionsSync(
    "access-sandbox-1",
  )) {
    expect(transaction.transaction_id).toBe("1");
    break;
  }
  expect(requests).toHaveLength(1);
  const pages = clientOf(baseUrl).client.transactionsSync({ access_token: "x", cursor: "a" });
  await expect(collect(pages)).rejects.toThrow("the cursor does not advance");
});

test("the transactions of a period come one by one, from an offset on", async () => {
  const { client, access_token } = await withTransactions();
  const request = { access_token, ...YEARS };
  const { total_transactions } = await client.transactionsGet(request);
  const options = { count: 60 };
  const all = await collect(client.transactionsGet({ ...request, options }));
  expect(new Set(all.map(({ transaction_id }) => transaction_id)).size).toBe(total_transactions);
  const rest = client.transactionsGet({ ...request, options: { ...options, offset: 100 } });
  expect(await collect(rest)).toEqual(all.slice(100));
  const none = { access_token, start_date: "2010-01-01", end_date: "2010-01-01" };
  expect(await collect(client.transactionsGet(none))).toEqual([]);
});

test("institutions come one by one, in pages of any length", async () => {
  const { client } = await clientApp();
  const request = { country_codes: ["US", "CA", "GB"] as const };
  const { total } = await client.institutionsGet(request);
  const names = await collect(client.institutionsGet({ ...request, count: 9 }));
  expect(names).toHaveLength(total);
  expect(new Set(names.map(({ institution_id }) => institution_id)).size).toBe(total);
});

test("the error of a page is thrown to its awaiting caller", async () => {
  const { client } = await clientApp();
  const call = client.transactionsSync("access-sandbox-no");
  await expect(collect(call)).rejects.toMatchObject({ error_code: "INVALID_ACCESS_TOKEN" });
  await expect(call).rejects.toMatchObject({ path: "/transactions/sync" });
});
