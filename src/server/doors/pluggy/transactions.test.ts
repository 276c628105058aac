import { expect, test } from "vitest";
import { sampleTransaction } from "../../../testing/store-contract/samples.ts";
import {
  PluggyTransaction,
  pageAll,
  program,
  sweepAll,
  TransactionPage,
  TransactionSweep,
} from "./pluggy.fixture.ts";

/** The transactions of the API, by account. */
const stored = async ({ app, item }: Pick<Awaited<ReturnType<typeof program>>, "app" | "item">) =>
  app.services.store.transactions.inPeriod(item.item_id, { from: "1970-01-01", to: "2030-01-01" });

test("transactions have the amounts, days and states of the API, with noon in UTC as their time", async () => {
  const one = await program();
  const rows = await stored(one);
  expect(rows.length).toBeGreaterThan(20);
  const shown = [];
  for (const { id } of one.accounts)
    shown.push(...(await sweepAll(one.app, one.apiKey, `accountId=${id}`)));
  expect(shown.length).toBe(rows.length);
  const isCard = new Map(one.accounts.map(({ id, type }) => [id, type === "CREDIT"]));
  const key = (cents: number, day: string, pending: boolean) => `${day} ${cents} ${pending}`;
  const cardIds = one.item.accounts.filter(({ type }) => type === "credit" || type === "loan");
  const isCardId = new Set(cardIds.map(({ account_id }) => account_id));
  expect(
    shown
      .map(({ amount, date, status }) =>
        key(Math.round(amount * 100), date.slice(0, 10), status === "PENDING"),
      )
      .sort(),
  ).toEqual(
    rows
      .map(({ amount, date, pending, account_id }) =>
        key(Math.round(amount * (isCardId.has(account_id) ? 100 : -100)), date, pending),
      )
      .sort(),
  );
  for (const { accountId, amount, type, date } of shown) {
    expect(date).toMatch(/T12:00:00\.000Z$/);
    expect(type === "DEBIT").toBe(isCard.get(accountId) ? amount >= 0 : amount <= 0);
  }
});

test("pages and cursors return each transaction once, newest first, and agree", async () => {
  const { app, apiKey, accounts } = await program();
  for (const { id } of accounts.slice(0, 2)) {
    const swept = await sweepAll(app, apiKey, `accountId=${id}&pageSize=20`);
    const paged = await pageAll(app, apiKey, `accountId=${id}&pageSize=20`);
    expect(new Set(swept.map((transaction) => transaction.id)).size).toBe(swept.length);
    expect(paged.map((transaction) => transaction.id).sort()).toEqual(
      swept.map((transaction) => transaction.id).sort(),
    );
    for (const list of [swept, paged])
      expect(list.map(({ date }) => date)).toEqual(
        list
          .map(({ date }) => date)
          .sort()
          .reverse(),
      );
  }
});

test("days and ids restrict what is returned, by page and by cursor", async () => {
  const { app, apiKey, get, accounts } = await program();
  const [account] = accounts;
  const all = await sweepAll(app, apiKey, `accountId=${account?.id}`);
  const [from, to] = ["2025-12-01", "2025-12-31T09:00:00.000Z"];
  const wanted = all
    .filter(({ date }) => date >= from && date.slice(0, 10) <= "2025-12-31")
    .map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(0);
  const page = TransactionPage.parse(
    await get(`/transactions?accountId=${account?.id}&from=${from}&to=${to}`),
  );
  expect(page.results.map(({ id }) => id).sort()).toEqual(wanted.toSorted());
  const sweep = await sweepAll(
    app,
    apiKey,
    `accountId=${account?.id}&dateFrom=${from}&dateTo=${to}`,
  );
  expect(sweep.map(({ id }) => id)).toEqual(wanted);
  const two = wanted.slice(0, 2);
  for (const path of ["/transactions", "/v2/transactions"]) {
    const { results } = await get(`${path}?accountId=${account?.id}&ids=${two.join(",")}`);
    expect(results.map(({ id }: { id: string }) => id).sort()).toEqual(two.toSorted());
  }
  const [first] = all;
  expect(PluggyTransaction.parse(await get(`/transactions/${first?.id}`))).toEqual(first);
});

test("a search for ids counts as reads of the pages that it looks at", async () => {
  const { app, item, apiKey, get, accounts } = await program();
  const { transactions } = app.services.store;
  const feed = await transactions.feed(item.item_id);
  const account_id = item.accounts.find(({ subtype }) => subtype === "checking")?.account_id ?? "";
  if (!feed) throw new Error("the Item has transactions");
  const added = Array.from({ length: 1600 }, (_, at) =>
    sampleTransaction(`${at}`, { account_id, date: "2026-01-14" }),
  );
  await transactions.apply(feed, { added, modified: [], removed: [] }, feed);
  const { guessLimiter } = app.services;
  const { pass } = guessLimiter;
  let reads = 0;
  guessLimiter.pass = async (key, limit) => {
    if (key.startsWith("grant read")) reads += 1;
    await pass(key, limit);
  };
  const fetchReads = async (path: string): Promise<number> => {
    reads = 0;
    await get(path);
    return reads;
  };
  const unknown = "00000000-0000-4000-8000-000000000000";
  const all = (await stored({ app, item })).length;
  expect(await fetchReads(`/transactions/${unknown}`)).toBe(1 + Math.floor((all - 1) / 500));
  const ofAccount = accounts.map(({ id }) => `/transactions?accountId=${id}`);
  const listed = await Promise.all(ofAccount.map(async (path) => (await get(path)).total));
  const most = ofAccount[listed.indexOf(Math.max(...listed))] ?? "";
  expect(await fetchReads(`${most}&ids=${unknown}`)).toBeGreaterThanOrEqual(4);
  expect(await fetchReads(most)).toBe(1);
  const [newest] = await sweepAll(app, apiKey, most.split("?")[1] ?? "");
  expect(await fetchReads(`/transactions/${newest?.id}`)).toBe(1);
});

test("a transaction that arrives or posts between two pages of a cursor is neither lost nor doubled", async () => {
  const { app, item, apiKey, get, accounts } = await program();
  const target = item.accounts.find(({ subtype }) => subtype === "checking");
  const account = accounts.find(({ name }) => name === target?.name);
  const query = `/v2/transactions?accountId=${account?.id}&pageSize=5`;
  const first = TransactionSweep.parse(await get(query));
  const before = await sweepAll(app, apiKey, `accountId=${account?.id}`);
  await app.call("/sandbox/transactions/create", {
    access_token: item.access_token,
    transactions: [
      {
        date_transacted: "2026-01-14",
        date_posted: "2026-01-15",
        amount: 12.5,
        description: "Moonbean Coffee",
      },
    ],
  });
  const rest = await sweepAll(app, apiKey, first.next?.split("?")[1] ?? "");
  const ids = [...first.results, ...rest].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  const after = await sweepAll(app, apiKey, `accountId=${account?.id}`);
  expect(ids.toSorted()).toEqual(after.map(({ id }) => id).sort());
  expect(ids.length).toBe(before.length + 1);
});

test("a grant shows transactions from its first day on", async () => {
  const { app, apiKey, accounts } = await program({ fromDate: "2026-01-05" });
  const rows = [];
  for (const { id } of accounts) rows.push(...(await sweepAll(app, apiKey, `accountId=${id}`)));
  expect(rows.length).toBeGreaterThan(0);
  for (const { date } of rows) expect(date >= "2026-01-05").toBe(true);
});

test("categories are those that transactions have", async () => {
  const { app, apiKey, get, accounts, refusal } = await program();
  const { results, total } = await get("/categories");
  expect(results.length).toBe(total);
  const ids = new Set(results.map(({ id }: { id: string }) => id));
  const rows = await sweepAll(app, apiKey, `accountId=${accounts[0]?.id}`);
  for (const [id, description] of new Map(rows.map((row) => [row.categoryId, row.category]))) {
    expect(ids.has(id)).toBe(id !== null);
    if (id !== null) expect(await get(`/categories/${id}`)).toMatchObject({ description });
  }
  expect(await refusal("GET", "/categories/1")).toMatchObject({ code: 404 });
});
