import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { syncAll, transactionsApp } from "../../../testing/test-app/transactions-app.ts";

const DAY = 86_400_000;

test("/transactions/sync from any cursor, in pages of any size, ends at the same transactions as /transactions/get", async () => {
  const { app, sync, all } = await transactionsApp();
  const readers = [{ copy: new Map<string, Transaction>(), cursor: "", count: 83 }];
  for (let round = 0; round < 6; round++) {
    for (const reader of readers)
      reader.cursor = await syncAll(sync, reader.copy, reader.cursor, reader.count);
    const current = new Map(
      (await all()).map((transaction) => [transaction.transaction_id, transaction]),
    );
    for (const { copy } of readers) expect(copy).toEqual(current);
    readers.push({ copy: new Map(), cursor: "", count: 97 + round * 80 });
    app.advanceClock((round + 1) * 2.3 * DAY);
  }
});

test("pages of /transactions/sync stay consistent when transactions change between them", async () => {
  const { app, sync, all } = await transactionsApp();
  const copy = new Map<string, Transaction>();
  let pageCount = 0;
  const syncAndAdvance = async (cursor: string, count: number) => {
    const page = await sync(cursor, count);
    if (pageCount++ < 12) app.advanceClock(1.5 * DAY);
    return page;
  };
  await syncAll(sync, copy, await syncAll(syncAndAdvance, copy, "", 200));
  const current = new Map(
    (await all()).map((transaction) => [transaction.transaction_id, transaction]),
  );
  expect(pageCount).toBeGreaterThan(8);
  expect(copy).toEqual(current);
});

test("/transactions/sync at the last cursor returns no changes and the same cursor", async () => {
  const { sync } = await transactionsApp();
  const cursor = await syncAll(sync, new Map());
  expect(await sync(cursor)).toEqual({
    added: [],
    modified: [],
    removed: [],
    has_more: false,
    next_cursor: cursor,
    transactions_update_status: "HISTORICAL_UPDATE_COMPLETE",
  });
});

test("a refresh without new data returns no changes and the same cursor", async () => {
  const { app, sync, access_token } = await transactionsApp();
  const cursor = await syncAll(sync, new Map());
  await app.call("/transactions/refresh", { access_token });
  const { added, modified, removed, next_cursor } = await sync(cursor);
  expect({ added, modified, removed }).toEqual({ added: [], modified: [], removed: [] });
  expect(next_cursor).toBe(cursor);
});

test("/transactions/sync with an account_id has the changes of that account alone", async () => {
  const { app, access_token, all } = await transactionsApp();
  const { accounts } = await app.call("/accounts/get", { access_token });
  const [{ account_id }] = accounts as [{ account_id: string }];
  const found: string[] = [];
  for (let cursor = "", more = true; more; ) {
    const page = await app.call("/transactions/sync", {
      access_token,
      cursor,
      count: 1,
      options: { account_id },
    });
    expect(page.accounts).toMatchObject([{ account_id }]);
    expect(page.added).toHaveLength(1);
    found.push(...(page.added as Transaction[]).map(({ transaction_id }) => transaction_id));
    cursor = String(page.next_cursor);
    more = page.has_more === true;
  }
  const ofAccount = (await all()).filter((transaction) => transaction.account_id === account_id);
  expect(found.length).toBeGreaterThan(0);
  expect(found.toSorted()).toEqual(
    ofAccount.map(({ transaction_id }) => transaction_id).toSorted(),
  );
  const { body } = await app.post("/transactions/sync", {
    ...app.credentials,
    access_token,
    options: { account_id: "nowhere" },
  });
  expect(body.error_code).toMatch(/ACCOUNT/);
});

test("/transactions/sync refuses a cursor of another Item", async () => {
  const { app, sync, access_token, refusal } = await transactionsApp();
  const { next_cursor } = await sync();
  const other = await app.link("ins_109508", ["transactions"]);
  const cursors = [
    [access_token, "made up"],
    [access_token, `${next_cursor}x`.slice(1)],
    [other.access_token, next_cursor],
  ];
  for (const [token, cursor] of cursors)
    expect(await refusal("/transactions/sync", { access_token: token, cursor })).toMatchObject({
      error_code: "INVALID_FIELD",
      error_message: "cursor must be empty, or a next_cursor that was given for this Item",
    });
});

test("each refresh of user_transactions_dynamic shows added, modified and removed transactions", async () => {
  const { app, sync, access_token } = await transactionsApp(["transactions"], {
    override_username: "user_transactions_dynamic",
    override_password: "anything",
  });
  const copy = new Map<string, Transaction>();
  let cursor = await syncAll(sync, copy);
  for (let round = 0; round < 3; round++) {
    await app.call("/transactions/refresh", { access_token });
    const page = await sync(cursor);
    expect(page.added.filter(({ pending }) => pending).length).toBeGreaterThan(0);
    for (const posted of page.modified) {
      const pending = copy.get(posted.transaction_id);
      expect(pending).toMatchObject({ pending: true });
      expect(posted).toMatchObject({ pending: false, pending_transaction_id: null });
      expect(posted.amount).toBeGreaterThan(pending?.amount ?? Number.NaN);
    }
    expect(page.modified.length).toBeGreaterThan(0);
    const removed = new Set(page.removed.map(({ transaction_id }) => transaction_id));
    const replacements = page.added.filter(({ pending }) => !pending);
    expect(replacements.length).toBeGreaterThan(0);
    for (const { pending_transaction_id } of replacements)
      expect(removed).toContain(pending_transaction_id);
    cursor = await syncAll(sync, copy, cursor);
  }
});

test.each([
  ["/transactions/sync", "added"],
  ["/transactions/get", "transactions"],
])("%s has categories of the second version for those who ask for it", async (path, field) => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const period = path.endsWith("get") && { start_date: "2025-12-01", end_date: "2026-01-15" };
  const read = async (personal_finance_category_version?: string) =>
    (
      await app.call(path, {
        access_token,
        ...period,
        options: { personal_finance_category_version },
      })
    )[field] as { personal_finance_category: { detailed: string; version: string } }[];
  const first = await read();
  const second = await read("v2");
  expect(new Set(first.map((each) => each.personal_finance_category.version))).toEqual(
    new Set(["v1"]),
  );
  expect(new Set(second.map((each) => each.personal_finance_category.version))).toEqual(
    new Set(["v2"]),
  );
  const detailed = (list: typeof first) =>
    new Set(list.map((each) => each.personal_finance_category.detailed));
  expect(detailed(first)).toContain("INCOME_WAGES");
  expect(detailed(second)).toContain("INCOME_SALARY");
  expect(detailed(second)).not.toContain("INCOME_WAGES");
});
