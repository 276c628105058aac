import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BaseReport } from "../../../protocol/reports/base-report.ts";
import { IncomeInsights } from "../../../protocol/reports/income-insights.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { declaredPages, pdfPages } from "../../documents/pdf/pdf-pages.fixture.ts";
import { makeConsumerReport } from "../../domain/consumer-reports/make-consumer-report.ts";

const BANK = { institution_id: "ins_109508" };
const PURPOSE = { consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT" };
const PATHS = ["base_report", "income_insights"] as const;

/** A user, an application's receiver, and calls for the user's report. */
const setUp = async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  const webhook = receiver.url;
  const create = (changes: object = {}) =>
    app.call("/cra/check_report/create", {
      user_id,
      webhook,
      days_requested: 365,
      products: ["cra_base_report", "cra_income_insights"],
      ...PURPOSE,
      ...changes,
    });
  const get = async (path: string, body: object = { user_id }) =>
    app.post(`/cra/check_report/${path}/get`, { ...app.credentials, ...body });
  /** Links an Item under the user, in Link. */
  const link = async (products: string[], changes: object = {}) => {
    const { link_token } = await app.call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      products,
      user_id,
      webhook,
      ...PURPOSE,
      ...changes,
    });
    const session = await app.startLink({ token: link_token });
    await session.bridge("institution/select", BANK);
    const credentials = { username: "user_good", password: "pass_good" };
    const { body } = await session.bridge("credentials/submit", { ...BANK, credentials });
    const { accounts } = body.selection as { accounts: { id: string }[] };
    const account_ids = accounts.map(({ id }) => id);
    expect((await session.bridge("accounts/select", { account_ids })).status).toBe(200);
    return account_ids;
  };
  return { ...app, receiver, user_id: String(user_id), create, get, link };
};

test("linking with cra products makes a report, which a webhook tells of", async () => {
  const { link, runJobs, get, receiver, user_id } = await setUp();
  await link(["cra_base_report", "cra_income_insights"], {
    cra_options: { days_requested: 180, base_report: { client_report_id: "loan-1" } },
  });
  await runJobs();
  const webhooks = receiver.received.filter(({ body }) => body.webhook_type === "CHECK_REPORT");
  expect(webhooks.map(({ body }) => body)).toMatchObject([
    {
      webhook_code: "USER_CHECK_REPORT_READY",
      user_id,
      successful_products: ["cra_base_report", "cra_income_insights"],
      failed_products: [],
      item_ids: [expect.any(String)],
    },
  ]);
  const base = BaseReport.parse((await get("base_report")).body.report);
  expect(base).toMatchObject({ days_requested: 180, client_report_id: "loan-1" });
  expect(base.items[0]?.accounts.length).toBeGreaterThan(1);
  expect(base.items[0]?.accounts[0]?.historical_balances).toHaveLength(180);
  const income = IncomeInsights.parse((await get("income_insights")).body.report);
  expect(income.report_id).toBe(base.report_id);
});

test("without cra_options a report has 365 days of history", async () => {
  const { link, runJobs, get } = await setUp();
  await link(["cra_base_report"]);
  await runJobs();
  const { days_requested, client_report_id, items } = BaseReport.parse(
    (await get("base_report")).body.report,
  );
  expect([days_requested, client_report_id]).toEqual([365, null]);
  const accounts = items.flatMap((item) => item.accounts);
  expect(new Set(accounts.map((account) => account.historical_balances.length))).toEqual(
    new Set([365]),
  );
});

test("a report responds until it is made, and for 24 hours from then on", async () => {
  const { link, create, runJobs, get, advanceClock } = await setUp();
  const codes = async () =>
    Promise.all(
      [...PATHS, "pdf"].map(async (path) => (await get(path)).body.error_code ?? "answered"),
    );
  const all = (code: string) => [code, code, code];
  expect(await codes()).toEqual(all("CONSUMER_REPORT_NOT_FOUND"));
  await link(["transactions"]);
  await create();
  expect(await codes()).toEqual(all("PRODUCT_NOT_READY"));
  expect((await get("base_report")).body.error_type).toBe("CONSUMER_REPORT_ERROR");
  await runJobs();
  advanceClock(24 * 3_600_000 - 1);
  expect(await codes()).toEqual(all("answered"));
  advanceClock(1);
  expect(await codes()).toEqual(all("CONSUMER_REPORT_EXPIRED"));
  await create();
  await runJobs();
  expect(await codes()).toEqual(all("answered"));
});

test("an expired report is deleted by the daily retention job, and erased from the disk", async () => {
  const { folder, link, create, runJobs, get, advanceClock, services, user_id } = await setUp();
  const filesWithSecret = () =>
    ["service-link.db", "service-link.db-wal"]
      .map((name) => join(folder, name))
      .some((file) => existsSync(file) && readFileSync(file).includes("loan-of-somebody"));
  await link(["transactions"]);
  await runJobs();
  await create({ client_report_id: "loan-of-somebody" });
  await runJobs();
  const { reportId = "" } = (await services.store.consumerReports.byUserId(user_id)) ?? {};
  expect(filesWithSecret()).toBe(true);
  for (const _ of ["a day", "another day"]) {
    advanceClock(24 * 3_600_000);
    await runJobs();
  }
  expect((await get("base_report")).body.error_code).toBe("CONSUMER_REPORT_NOT_FOUND");
  for (const document of ["cra_base_report", "cra_income_insights", "pdf"] as const)
    expect(await services.store.consumerReports.piece(reportId, document, 0)).toBe(null);
  expect(filesWithSecret()).toBe(false);
});

test("a product that was not requested is refused by name", async () => {
  const { link, create, runJobs, get } = await setUp();
  await link(["transactions"]);
  await create({ products: ["cra_base_report"] });
  await runJobs();
  expect((await get("income_insights")).body).toMatchObject({
    error_code: "INVALID_PRODUCT",
    error_message: expect.stringContaining("cra_income_insights"),
  });
});

test("a report of no accounts, or of too few days, fails with a webhook", async () => {
  const { link, create, runJobs, get, receiver } = await setUp();
  await create();
  await runJobs();
  expect((await get("base_report")).body).toMatchObject({
    error_type: "CHECK_REPORT_ERROR",
    error_code: "NO_ACCOUNTS",
  });
  await link(["transactions"]);
  await create({ days_requested: 10, days_required: 10 });
  await runJobs();
  expect((await get("base_report")).status).toBe(200);
  expect(receiver.codes().filter((code) => code.startsWith("CHECK_REPORT"))).toEqual([
    "CHECK_REPORT:USER_CHECK_REPORT_FAILED",
    "CHECK_REPORT:USER_CHECK_REPORT_READY",
  ]);
});

test("Items that cannot be read are left out with a warning, and a report of none fails", async () => {
  const { link, create, runJobs, get, call, services, user_id } = await setUp();
  await link(["transactions"]);
  const items = await services.store.users.items(user_id);
  await call("/sandbox/user/reset_login", { item_ids: items.map(({ itemId }) => itemId) });
  await create();
  await runJobs();
  expect((await get("base_report")).body).toMatchObject({
    error_type: "CHECK_REPORT_ERROR",
    error_code: "DATA_UNAVAILABLE",
    causes: [{ error_code: "ITEM_LOGIN_REQUIRED" }],
  });
});

test("Items outside the US are left out with a warning, and a report of none but them fails", async () => {
  const { link, create, runJobs, get, call, services, user_id } = await setUp();
  const linkAbroad = async () => {
    const { public_token } = await call("/sandbox/public_token/create", {
      user_id,
      institution_id: "ins_43",
      initial_products: ["transactions"],
    });
    await call("/item/public_token/exchange", { public_token });
  };
  await linkAbroad();
  await create();
  await runJobs();
  const cause = { error_type: "ITEM_ERROR", error_code: "PRODUCTS_NOT_SUPPORTED" };
  expect((await get("base_report")).body).toMatchObject({
    error_type: "CHECK_REPORT_ERROR",
    error_code: "DATA_UNAVAILABLE",
    causes: [cause],
  });
  await link(["transactions"]);
  await create();
  await runJobs();
  const items = await services.store.users.items(user_id);
  const abroad = items.find(({ institutionId }) => institutionId === "ins_43");
  const { body } = await get("base_report");
  const base = BaseReport.parse(body.report);
  expect(base.items.map(({ institution_id }) => institution_id)).toEqual(["ins_109508"]);
  expect(body.warnings).toMatchObject([
    {
      warning_type: "CHECK_REPORT_WARNING",
      warning_code: "TRANSACTIONS_UNAVAILABLE",
      cause: { ...cause, item_id: abroad?.itemId },
    },
  ]);
});

test("a removed user's report is gone from the store", async () => {
  const { link, create, runJobs, get, call, services, advanceClock, user_id } = await setUp();
  await link(["transactions"]);
  await create();
  await runJobs();
  const report = await services.store.consumerReports.byUserId(user_id);
  const id = report?.reportId ?? "";
  expect(await services.store.consumerReports.piece(id, "cra_base_report", 0)).not.toBe(null);
  await call("/user/remove", { user_id });
  expect((await get("base_report")).body.error_code).toBe("INVALID_USER_ID");
  advanceClock(2000);
  await runJobs();
  expect(await services.store.consumerReports.byUserId(user_id)).toBe(null);
  for (const document of ["cra_base_report", "pdf"] as const)
    expect(await services.store.consumerReports.piece(id, document, 0)).toBe(null);
});

test("/cra/check_report/pdf/get returns a PDF with income, cash flow and each account", async () => {
  const { link, create, runJobs, get } = await setUp();
  await link(["transactions"]);
  await create({ days_requested: 200 });
  await runJobs();
  const { headers, bytes } = await get("pdf");
  expect(headers["content-type"]).toBe("application/pdf");
  const pages = pdfPages(bytes);
  expect(pages).toHaveLength(declaredPages(bytes));
  const { items } = BaseReport.parse((await get("base_report")).body.report);
  const text = pages.join("\n");
  const names = items.flatMap(({ accounts }) =>
    accounts.map(({ name, mask }) => `${name} •••• ${mask}`),
  );
  for (const words of ["Consumer report", "Income", "Cash flow", "Extension of credit", ...names])
    expect(text).toContain(words);
  expect(text).toContain("Arrived in the last 200 days");
  expect(pages[1]).toContain("How to read this report");
  expect(pages[1]).not.toContain("Balance at the end of each day");
  expect(pages[2]).toContain("Balance at the end of each day");
  const income = IncomeInsights.parse((await get("income_insights")).body.report);
  const lines = text.split("\n");
  const begin = lines.lastIndexOf("A month, on average") + 1;
  const [item] = income.items;
  const sources = item?.bank_income_sources ?? [];
  expect(new Set(sources.map(({ account_id }) => account_id)).size).toBeGreaterThan(1);
  for (const [at, { income_provider, account_id }] of sources.entries()) {
    const account = item?.bank_income_accounts.find(
      (bank_income_account) => bank_income_account.account_id === account_id,
    );
    const [payer, paidInto] = lines.slice(begin + at * 6);
    expect(payer).toBe(income_provider.name);
    expect(paidInto).toMatch(new RegExp(`^${account?.name.slice(0, 7)}.* •••• ${account?.mask}$`));
  }
});

test("a report of too many transactions fails, and says so", async () => {
  const { link, runJobs, services, create, get, user_id, call } = await setUp();
  await link(["cra_base_report"]);
  await runJobs();
  expect((await get("base_report")).status).toBe(200);
  await create();
  const report = await services.store.consumerReports.byUserId(user_id);
  const attempt = { isLastTry: false, maxTransactions: 200 };
  expect(await makeConsumerReport(services, report?.reportId ?? "", attempt)).toBe("failed");
  expect((await get("base_report")).body).toMatchObject({
    error_code: "DATA_UNAVAILABLE",
    causes: [{ item_id: expect.any(String), error_message: expect.stringContaining("too large") }],
  });
  await create();
  await runJobs();
  expect(await call("/cra/check_report/base_report/get", { user_id })).toHaveProperty("report");
});
