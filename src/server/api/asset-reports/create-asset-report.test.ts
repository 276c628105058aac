import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fetchReports } from "../../../testing/test-app/reports.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

import { applyItemEvent } from "../../domain/items/apply-item-event.ts";

const DAY = 24 * 3_600_000;
const USER = { client_user_id: "borrower-1", first_name: "Zoë", ssn: "123-45-6789" };

const setUp = async () => {
  const app = await testApp();
  return { app, ...app, ...fetchReports(app) };
};

describe("/asset_report/create and /asset_report/get", () => {
  test("an Asset Report is ready after its job, with the days, user and id of its request", async () => {
    const { link, create, read, refusal, runJobs } = await setUp();
    const [one, two] = [await link("ins_109508"), await link("ins_109509")];
    const { token, id } = await create([one.access_token, two.access_token], 90, {
      client_report_id: "loan-1",
      user: USER,
    });
    expect(token).toMatch(/^assets-sandbox-[0-9a-f-]{36}$/);
    const asset_report_token = token;
    expect(await refusal("/asset_report/get", { asset_report_token })).toBe("PRODUCT_NOT_READY");
    await runJobs();
    const { report, warnings } = await read(token);
    expect(warnings).toEqual([]);
    expect(report).toMatchObject({
      asset_report_id: id,
      client_report_id: "loan-1",
      date_generated: "2026-01-15T12:00:00.000Z",
      days_requested: 90,
      user: { ...USER, last_name: null, email: null },
    });
    expect(report.items.map(({ item_id }) => item_id)).toEqual([one.item_id, two.item_id]);
    for (const { accounts } of report.items) {
      expect(accounts.length).toBeGreaterThan(0);
      for (const { historical_balances, transactions, owners, balances } of accounts) {
        expect(historical_balances).toHaveLength(90);
        expect(historical_balances[0]).toMatchObject({
          date: "2026-01-15",
          current: balances.current,
        });
        expect(historical_balances.at(-1)?.date).toBe("2025-10-18");
        expect(transactions.every(({ date }) => date >= "2025-10-18")).toBe(true);
        expect(owners.length).toBeGreaterThan(0);
      }
    }
  });

  test("each historical balance minus its day's transactions is the balance of the day before", async () => {
    const { link, createReady, read } = await setUp();
    const { report } = await read(await createReady([(await link()).access_token], 400));
    const cents = (amount: number) => Math.round(amount * 100);
    let daysWithTransactions = 0;
    for (const { type, historical_balances, transactions } of report.items[0]?.accounts ?? []) {
      const sign = type === "credit" || type === "loan" ? 1 : -1;
      historical_balances.forEach(({ date, current }, at) => {
        const change = transactions
          .filter((transaction) => transaction.date === date && !transaction.pending)
          .reduce((sum, { amount }) => sum + sign * cents(amount), 0);
        if (change !== 0) daysWithTransactions += 1;
        const before = historical_balances[at + 1];
        if (before) expect(cents(current) - change).toBe(cents(before.current));
      });
    }
    expect(daysWithTransactions).toBeGreaterThan(100);
  });

  test("include_insights adds insights to the transactions of an Asset Report", async () => {
    const { link, createReady, read } = await setUp();
    const token = await createReady([(await link()).access_token]);
    const first = async (changes: object) =>
      (await read(token, changes)).report.items[0]?.accounts[0]?.transactions[0];
    expect(Object.keys((await first({})) ?? {})).not.toContain("category");
    const insightful = await first({ include_insights: true });
    expect(insightful).toMatchObject({ name: expect.any(String), category: expect.any(Array) });
  });

  test("a faster report has balances and owners, and no transactions", async () => {
    const { link, createReady, read } = await setUp();
    const token = await createReady([(await link()).access_token]);
    const { report } = await read(token, { fast_report: true });
    const whole = (await read(token)).report.items[0]?.accounts ?? [];
    expect(whole.flatMap(({ transactions }) => transactions).length).toBeGreaterThan(0);
    expect(report.items[0]?.accounts).toEqual(
      whole.map((account) => ({
        ...account,
        days_available: 0,
        historical_balances: [],
        transactions: [],
      })),
    );
  });

  test("a report whose products leave out investments has no account of that type", async () => {
    const { app, call, read, runJobs } = await setUp();
    const accounts = [
      { type: "depository", subtype: "checking", starting_balance: 900 },
      { type: "investment", subtype: "ira", starting_balance: 7000 },
    ];
    const { access_token } = await app.link("ins_109508", ["assets"], {
      override_username: "user_custom",
      override_password: JSON.stringify({ override_accounts: accounts }),
    });
    const types = async (options: object) => {
      const { asset_report_token } = await call("/asset_report/create", {
        access_tokens: [access_token],
        days_requested: 0,
        options,
      });
      await runJobs();
      const { report } = await read(String(asset_report_token));
      return new Set(report.items[0]?.accounts.map(({ type }) => type));
    };
    const all = await types({});
    expect(all).toContain("investment");
    expect(await types({ products: ["assets"] })).toEqual(
      new Set([...all].filter((type) => type !== "investment")),
    );
    expect(await types({ products: ["assets", "investments"] })).toEqual(all);
    expect(await types({ products: ["assets"], add_ons: ["investments"] })).toEqual(all);
  });

  test("days_to_include shortens an Asset Report, and more days than it has are refused", async () => {
    const { link, createReady, read, refusal } = await setUp();
    const asset_report_token = await createReady([(await link()).access_token], 30);
    const { report } = await read(asset_report_token, { options: { days_to_include: 10 } });
    expect(report.days_requested).toBe(10);
    expect(report.items[0]?.accounts[0]?.historical_balances).toHaveLength(10);
    const options = { days_to_include: 31 };
    expect(await refusal("/asset_report/get", { asset_report_token, options })).toBe(
      "INVALID_FIELD",
    );
  });

  test("an Asset Report of 0 days has balances without a history", async () => {
    const { link, createReady, read } = await setUp();
    const { report } = await read(await createReady([(await link()).access_token], 0));
    for (const account of report.items[0]?.accounts ?? [])
      expect(account).toMatchObject({
        balances: { current: expect.any(Number) },
        days_available: 0,
        historical_balances: [],
        transactions: [],
      });
  });

  test("an Asset Report stays the same over time and after its Item is removed", async () => {
    const { link, createReady, read, call, advanceClock } = await setUp();
    const { access_token } = await link();
    const token = await createReady([access_token]);
    const before = await read(token);
    advanceClock(20 * DAY);
    await call("/item/remove", { access_token });
    expect(await read(token)).toEqual(before);
  });

  test("each Item of an Asset Report gets the product assets, and is billed per report", async () => {
    const { link, createReady, call, client, services, writeUsage, refusal } = await setUp();
    const { access_token } = await link("ins_109508", ["auth"]);
    const asset_report_token = await createReady([access_token]);
    await call("/asset_report/refresh", { asset_report_token });
    expect(await refusal("/asset_report/create", { access_tokens: [] })).toBe("MISSING_FIELDS");
    const { item } = await call("/item/get", { access_token });
    expect(item).toMatchObject({ billed_products: expect.arrayContaining(["assets"]) });
    await writeUsage();
    expect(await services.store.usage.totals("2026-01-15", "2026-01-16")).toEqual([
      { clientId: client.clientId, product: "assets", items: 1, calls: 2 },
    ]);
  });

  test("/asset_report/create refuses an Item that cannot have assets, and charges none of the others", async () => {
    const { link, call, refusal, services } = await setUp();
    const [good, other] = [await link("ins_109508", ["auth"]), await link("ins_109511", ["auth"])];
    const access_tokens = [good.access_token, other.access_token];
    const request = { access_tokens, days_requested: 30 };
    expect(await refusal("/asset_report/create", request)).toBe("PRODUCTS_NOT_SUPPORTED");
    const { item } = await call("/item/get", { access_token: good.access_token });
    expect(item).toMatchObject({ billed_products: ["auth"] });
    expect(await services.store.jobs.count("make-asset-report")).toBe(0);
  });

  test("/asset_report/create leaves out Items that need their user, with warnings, and bills the others", async () => {
    const { link, call, create, read, refusal, runJobs, services, writeUsage } = await setUp();
    const [good, expired, revoked] = [await link(), await link(), await link()];
    await call("/sandbox/item/reset_login", { access_token: expired.access_token });
    const record = await services.store.items.byItemId(revoked.item_id);
    if (!record) throw new Error("the Item is stored");
    await applyItemEvent(services, record, "REVOKED");
    const { token } = await create(
      [expired, revoked, good].map(({ access_token }) => access_token),
    );
    await runJobs();
    const { report, warnings } = await read(token);
    expect(report.items.map(({ item_id }) => item_id)).toEqual([good.item_id]);
    expect(warnings.map(({ warning_code, cause }) => [warning_code, cause?.error_code])).toEqual([
      ["TRANSACTIONS_UNAVAILABLE", "ITEM_LOGIN_REQUIRED"],
      ["TRANSACTIONS_UNAVAILABLE", "USER_PERMISSION_REVOKED"],
    ]);
    await writeUsage();
    const usage = await services.store.usage.totals("2026-01-15", "2026-01-16");
    expect(usage).toMatchObject([{ product: "assets", items: 1, calls: 1 }]);
    const unreadable = { access_tokens: [expired.access_token], days_requested: 30 };
    expect(await refusal("/asset_report/create", unreadable)).toBe("ITEM_LOGIN_REQUIRED");
  });

  test("/asset_report/create names the reason of each Item in causes if none can be read", async () => {
    const { link, call, post, credentials } = await setUp();
    const items = [await link(), await link()];
    for (const { access_token } of items) await call("/sandbox/item/reset_login", { access_token });
    const access_tokens = items.map(({ access_token }) => access_token);
    const { body } = await post("/asset_report/create", {
      ...credentials,
      access_tokens,
      days_requested: 30,
    });
    expect(body).toMatchObject({
      error_type: "ITEM_ERROR",
      error_code: "ITEM_LOGIN_REQUIRED",
      causes: items.map(({ item_id }) => ({ item_id, error_code: "ITEM_LOGIN_REQUIRED" })),
    });
  });

  test("with require_all_items one Item that cannot be read fails the report, at once or later", async () => {
    const { link, call, post, create, refusal, runJobs, credentials } = await setUp();
    const [good, expired] = [await link(), await link()];
    const access_tokens = [good.access_token, expired.access_token];
    const { token } = await create(access_tokens, 30, { require_all_items: true });
    await call("/sandbox/item/reset_login", { access_token: expired.access_token });
    await runJobs();
    const { body } = await post("/asset_report/get", {
      ...credentials,
      asset_report_token: token,
    });
    expect(body).toMatchObject({
      error_type: "ASSET_REPORT_ERROR",
      error_code: "DATA_UNAVAILABLE",
      causes: [{ item_id: expired.item_id, error_code: "ITEM_LOGIN_REQUIRED" }],
    });
    const request = { access_tokens, days_requested: 30, options: { require_all_items: true } };
    expect(await refusal("/asset_report/create", request)).toBe("ITEM_LOGIN_REQUIRED");
  });

  test("/asset_report/create refuses unknown and repeated access_tokens", async () => {
    const { link, refusal, services } = await setUp();
    const { access_token } = await link();
    const toRefusal = (access_tokens: string[]) =>
      refusal("/asset_report/create", { access_tokens, days_requested: 30 });
    const wrong = `access-sandbox-${crypto.randomUUID()}`;
    expect(await toRefusal([access_token, wrong])).toBe("INVALID_ACCESS_TOKEN");
    expect(await toRefusal([access_token, access_token])).toBe("INVALID_FIELD");
    expect(await toRefusal(Array.from({ length: 100 }, () => access_token))).toBe("INVALID_FIELD");
    expect(await services.store.jobs.count("make-asset-report")).toBe(0);
  });

  test("neither the token nor the user of an Asset Report is stored in plain text", async () => {
    const { link, createReady, folder } = await setUp();
    const { access_token, item_id } = await link();
    const token = await createReady([access_token], 30, { user: USER });
    const bytes = readdirSync(folder)
      .filter((name) => name.startsWith("service-link.db"))
      .map((name) => readFileSync(join(folder, name), "latin1"))
      .join("");
    expect(bytes).toContain(item_id);
    expect(bytes).not.toContain("days_available");
    expect(bytes).not.toContain(token);
    expect(bytes).not.toContain(USER.ssn);
  });
});
