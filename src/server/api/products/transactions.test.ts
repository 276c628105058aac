import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { RemovedTransaction, Transaction } from "../../../protocol/transaction.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const DAY = 86_400_000;
type App = Awaited<ReturnType<typeof testApp>>;

const Page = z.object({
  transactions: z.array(Transaction).nullable(),
  total_transactions: z.int(),
  accounts: z.array(Account),
});
const Sync = z.object({
  added: z.array(Transaction),
  modified: z.array(Transaction),
  removed: z.array(RemovedTransaction),
  next_cursor: z.string(),
  has_more: z.boolean(),
  transactions_update_status: z.string(),
});

const YEARS = { start_date: "2024-01-01", end_date: "2026-12-31" };

const linked = async (products = ["transactions"], options = {}) => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", products, options);
  await app.runJobs();
  const get = async (body: object = {}) =>
    Page.parse(await app.call("/transactions/get", { access_token, ...YEARS, ...body }));
  const sync = async (cursor = "", count = 500) =>
    Sync.parse(await app.call("/transactions/sync", { access_token, cursor, count }));
  const all = async () => {
    const { total_transactions } = await get({ options: { count: 1 } });
    const pages = [];
    for (let offset = 0; offset < total_transactions; offset += 500)
      pages.push(...((await get({ options: { count: 500, offset } })).transactions ?? []));
    return pages;
  };
  return { app, access_token, get, sync, all };
};

/** What a reader has who follows the pages of changes from a cursor to the end. */
const follow = async (
  sync: (cursor: string, count: number) => Promise<z.infer<typeof Sync>>,
  held: Map<string, Transaction>,
  cursor = "",
  count = 500,
) => {
  let next = cursor;
  for (;;) {
    const page = await sync(next, count);
    for (const one of page.added) {
      expect(held.has(one.transaction_id)).toBe(false);
      held.set(one.transaction_id, one);
    }
    for (const one of page.modified) {
      expect(held.has(one.transaction_id)).toBe(true);
      held.set(one.transaction_id, one);
    }
    for (const one of page.removed) expect(held.delete(one.transaction_id)).toBe(true);
    next = page.next_cursor;
    if (!page.has_more) return next;
  }
};

const codeOf = async ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  return (await post(path, { client_id, secret, ...body })).body;
};

describe("/transactions/get", () => {
  test("answers 24 months, newest first, with what the accounts hold", async () => {
    const { all, get } = await linked();
    const transactions = await all();
    expect(transactions.length).toBeGreaterThan(1000);
    const dates = transactions.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(dates[0]).toBe("2026-01-15");
    expect(dates.at(-1)).toBe("2024-01-15");
    const known = (await get()).accounts.map(({ account_id }) => account_id);
    for (const { account_id } of transactions) expect(known).toContain(account_id);
    for (const one of transactions) expect(one).not.toHaveProperty("original_description");
  });

  test("pages lose and repeat nothing, whatever their size", async () => {
    const { get, all } = await linked();
    const ids = (await all()).map(({ transaction_id }) => transaction_id);
    const day = fc
      .integer({ min: Date.UTC(2024, 0, 1) / DAY, max: Date.UTC(2026, 0, 20) / DAY })
      .map((at) => new Date(at * DAY).toISOString().slice(0, 10));
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(day, day),
        fc.integer({ min: 37, max: 500 }),
        async (days, count) => {
          const [start_date = "", end_date = ""] = days.toSorted();
          const seen: string[] = [];
          for (let offset = 0; ; offset += count) {
            const page = await get({ start_date, end_date, options: { count, offset } });
            for (const { transaction_id, date } of page.transactions ?? []) {
              expect(date >= start_date && date <= end_date).toBe(true);
              seen.push(transaction_id);
            }
            if (seen.length >= page.total_transactions) break;
          }
          expect(new Set(seen).size).toBe(seen.length);
          const wanted = new Set(seen);
          expect(seen).toEqual(ids.filter((id) => wanted.has(id)));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("says null where nothing fits, and the total of the whole period", async () => {
    const { get } = await linked();
    const period = { start_date: "2019-01-01", end_date: "2019-12-31" };
    expect(await get(period)).toMatchObject({ transactions: null, total_transactions: 0 });
    const { total_transactions } = await get({ options: { count: 1 } });
    expect(await get({ options: { offset: 100_000 } })).toMatchObject({
      transactions: null,
      total_transactions,
    });
  });

  test("narrows to some accounts, and adds the institution's words when asked", async () => {
    const { get } = await linked();
    const { accounts } = await get();
    const [first, second] = accounts.map(({ account_id }) => account_id);
    if (!first || !second) throw new Error("there are accounts");
    const count = 500;
    const some = await get({ options: { account_ids: [first, second], count } });
    const own = await get({
      options: { account_ids: [first], count, include_original_description: true },
    });
    expect(own.accounts.map(({ account_id }) => account_id)).toEqual([first]);
    expect(new Set(own.transactions?.map(({ account_id }) => account_id))).toEqual(
      new Set([first]),
    );
    for (const one of own.transactions ?? []) expect(one.original_description).toMatch(/\w/);
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
  ])("refuses %j", async (change, error_message) => {
    const { app, access_token } = await linked();
    expect(
      await codeOf(app, "/transactions/get", { access_token, ...YEARS, ...change }),
    ).toMatchObject({ error_code: "INVALID_FIELD", error_message });
  });

  test("has only the days that the Item was made for", async () => {
    const transactions = { start_date: "2025-03-01", end_date: "2025-10-31" };
    const { all } = await linked(["transactions"], { transactions });
    const dates = (await all()).map(({ date }) => date);
    expect(dates.length).toBeGreaterThan(100);
    for (const date of dates) expect(date >= "2025-03-01" && date <= "2025-10-31").toBe(true);
    expect([dates.at(-1)?.slice(0, 7), dates[0]?.slice(0, 7)]).toEqual(["2025-03", "2025-10"]);
  });

  test("goes on with the days, and each account holds what was moved", async () => {
    const { app, all, get } = await linked();
    const before = await get();
    app.passTime(20 * DAY);
    const after = await get();
    const later = (await all()).filter(({ date }) => date > "2026-01-15");
    expect(later.length).toBeGreaterThan(20);
    for (const { account_id, balances, type } of after.accounts) {
      const moved = later
        .filter((one) => one.account_id === account_id && !one.pending)
        .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      const held = before.accounts.find((one) => one.account_id === account_id)?.balances.current;
      const sign = type === "credit" || type === "loan" ? 1 : -1;
      expect(Math.round((balances.current ?? Number.NaN) * 100)).toBe(
        Math.round((held ?? Number.NaN) * 100) + sign * moved,
      );
    }
  });

  test("names, in what is booked, the pending transaction that it was", async () => {
    const { app, all } = await linked();
    const pending = new Map<string, Transaction>();
    const named = new Set<string>();
    for (let day = 0; day < 20; day++) {
      for (const one of await all())
        if (one.pending) pending.set(one.transaction_id, one);
        else if (one.pending_transaction_id !== null) named.add(one.pending_transaction_id);
      app.passTime(DAY);
    }
    const booked = [...pending.keys()].filter((id) => named.has(id));
    expect(booked.length).toBeGreaterThan(5);
    const ids = (await all()).map(({ transaction_id }) => transaction_id);
    for (const id of booked) expect(ids).not.toContain(id);
  });

  test("adds the product to an Item that was linked without it, where it can be", async () => {
    const { app, access_token } = await linked(["auth"]);
    expect(await codeOf(app, "/transactions/get", { access_token, ...YEARS })).toMatchObject({
      error_type: "ITEM_ERROR",
      error_code: "PRODUCT_NOT_READY",
    });
    await app.runJobs();
    await app.call("/transactions/get", { access_token, ...YEARS });
    const { item } = await app.call("/item/get", { access_token });
    expect(item).toMatchObject({ products: ["auth", "transactions"] });
    const other = await app.link("ins_910006", ["auth"]);
    const { access_token: without } = other;
    expect(
      await codeOf(app, "/transactions/get", { access_token: without, ...YEARS }),
    ).toMatchObject({
      error_code: "PRODUCTS_NOT_SUPPORTED",
    });
  });

  test("two Items of one login have the same transactions under ids of their own", async () => {
    const { app, get } = await linked();
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

  test("answers what was read before while the Item needs its user, but refreshes nothing", async () => {
    const { app, access_token, all } = await linked();
    const before = await all();
    await app.call("/sandbox/item/reset_login", { access_token });
    app.passTime(3 * DAY);
    expect(await all()).toEqual(before);
    for (const path of ["/transactions/refresh", "/accounts/balance/get"])
      expect(await codeOf(app, path, { access_token })).toMatchObject({
        error_code: "ITEM_LOGIN_REQUIRED",
      });
  });

  test("of an Item that needed its user before anything was read, that is what is said", async () => {
    const { app, access_token } = await linked(["auth"]);
    await app.call("/sandbox/item/reset_login", { access_token });
    expect(await codeOf(app, "/transactions/get", { access_token, ...YEARS })).toMatchObject({
      error_code: "ITEM_LOGIN_REQUIRED",
    });
  });
});

describe("/transactions/sync", () => {
  test("leads to what get answers, from any cursor, in pages of any size", async () => {
    const { app, sync, all } = await linked();
    const readers = [{ held: new Map<string, Transaction>(), cursor: "", count: 83 }];
    for (let round = 0; round < 6; round++) {
      for (const reader of readers)
        reader.cursor = await follow(sync, reader.held, reader.cursor, reader.count);
      const wanted = new Map((await all()).map((one) => [one.transaction_id, one]));
      for (const { held } of readers) expect(held).toEqual(wanted);
      readers.push({ held: new Map(), cursor: "", count: 97 + round * 80 });
      app.passTime((round + 1) * 2.3 * DAY);
    }
  });

  test("fits together when transactions change between its pages", async () => {
    const { app, sync, all } = await linked();
    const held = new Map<string, Transaction>();
    let passed = 0;
    const restless = async (cursor: string, count: number) => {
      const page = await sync(cursor, count);
      if (passed++ < 12) app.passTime(1.5 * DAY);
      return page;
    };
    await follow(sync, held, await follow(restless, held, "", 200));
    const wanted = new Map((await all()).map((one) => [one.transaction_id, one]));
    expect(passed).toBeGreaterThan(8);
    expect(held).toEqual(wanted);
  });

  test("has nothing more for who has everything, and the same cursor", async () => {
    const { sync } = await linked();
    const cursor = await follow(sync, new Map());
    expect(await sync(cursor)).toEqual({
      added: [],
      modified: [],
      removed: [],
      has_more: false,
      next_cursor: cursor,
      transactions_update_status: "HISTORICAL_UPDATE_COMPLETE",
    });
  });

  test("has nothing more where the institution tells what it told before", async () => {
    const { app, sync, access_token } = await linked();
    const cursor = await follow(sync, new Map());
    await app.call("/transactions/refresh", { access_token });
    const { added, modified, removed, next_cursor } = await sync(cursor);
    expect({ added, modified, removed }).toEqual({ added: [], modified: [], removed: [] });
    expect(next_cursor).toBe(cursor);
  });

  test("takes a cursor of this Item only", async () => {
    const { app, sync, access_token } = await linked();
    const { next_cursor } = await sync();
    const other = await app.link("ins_109508", ["transactions"]);
    const cursors = [
      [access_token, "made up"],
      [access_token, `${next_cursor}x`.slice(1)],
      [other.access_token, next_cursor],
    ];
    for (const [token, cursor] of cursors)
      expect(
        await codeOf(app, "/transactions/sync", { access_token: token, cursor }),
      ).toMatchObject({
        error_code: "INVALID_FIELD",
        error_message: "cursor must be empty, or a next_cursor that was given for this Item",
      });
  });
});

describe("in the sandbox", () => {
  test("a refresh brings something new of the user who never rests", async () => {
    const { app, sync, access_token } = await linked(["transactions"], {
      override_username: "user_transactions_dynamic",
      override_password: "anything",
    });
    let cursor = await follow(sync, new Map());
    for (let round = 0; round < 3; round++) {
      await app.call("/transactions/refresh", { access_token });
      const page = await sync(cursor);
      expect(page.added.length).toBeGreaterThan(0);
      expect(page.removed).toEqual([]);
      cursor = page.next_cursor;
    }
  });

  test("transactions are written by hand, and change what the account holds", async () => {
    const { app, sync, access_token, get } = await linked();
    const cursor = await follow(sync, new Map());
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
    app.passTime(5 * DAY);
    const names = (await get({ options: { count: 500 } })).transactions?.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["By hand", "PAYROLL"]));
  });

  test.each([
    [{ date_transacted: "2025-12-31" }, "transactions[0].date_transacted must be from 2026-01-01"],
    [{ date_transacted: "2026-01-16" }, "transactions[0].date_transacted must be from 2026-01-01"],
    [{ date_posted: "2026-01-09" }, "transactions[0].date_posted must be from date_transacted"],
    [{ iso_currency_code: "EUR" }, "transactions[0].iso_currency_code must be USD"],
    [{ amount: 0.005 }, "transactions[0].amount must be in whole cents"],
  ])("refuses to write %j, and writes nothing", async (change, message) => {
    const { app, access_token, all } = await linked();
    const before = await all();
    const good = {
      date_transacted: "2026-01-10",
      date_posted: "2026-01-11",
      amount: 1,
      description: "Written",
    };
    const body = { access_token, transactions: [{ ...good, ...change }] };
    const answer = await codeOf(app, "/sandbox/transactions/create", body);
    expect(answer.error_code).toBe("INVALID_FIELD");
    expect(answer.error_message).toContain(message);
    expect(await all()).toEqual(before);
  });
});
