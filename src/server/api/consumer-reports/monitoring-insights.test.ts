import { expect, test } from "vitest";
import { MonitoringInsights } from "../../../protocol/reports/monitoring-insights.ts";
import { cashFlowApp } from "../../../testing/test-app/cash-flow-app.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";

const PURPOSE = { consumer_report_permissible_purpose: "ACCOUNT_REVIEW_CREDIT" };
const DEPOSIT = { amount: -9000, description: "Sale of a car" };
const REASON = { reason_code: "USER_OFFBOARDING" };

type Shown = {
  item_id: string;
  status: { status_code: string; reason: string | null };
  insights: unknown;
};

/**
 * A user with an Item whose history was read, and a second receiver for a subscription's updates.
 */
const setUp = async () => {
  const parts = await cashFlowApp();
  const { app, userId } = parts;
  const receiver = await testReceiver();
  const post = async (path: string, fields: object) =>
    (await app.post(`/cra/monitoring_insights/${path}`, { ...app.credentials, ...fields })).body;
  const itemsOf = async () => {
    const { items } = await app.call("/cra/monitoring_insights/get", {
      ...{ user_id: userId, ...PURPOSE },
    });
    return items as Shown[];
  };
  const insights = async () => MonitoringInsights.parse((await itemsOf())[0]?.insights);
  const subscribe = (fields: object = {}) =>
    post("subscribe", { user_id: userId, webhook: receiver.url, ...fields });
  const subscribed = async () => {
    await app.runJobs();
    return receiver.received.splice(0).map(({ body }) => body.insights);
  };
  return { ...parts, post, itemsOf, monitored: insights, subscribe, subscribed };
};

test("insights are pending until the history is read, and then computed from what is stored", async () => {
  const { add, app, item, itemsOf, monitored } = await setUp();
  expect(await itemsOf()).toMatchObject([
    {
      item_id: item.itemId,
      institution_id: "ins_109508",
      institution_name: "First Platypus Bank",
      status: { status_code: "PENDING", reason: "the history of transactions is not read yet" },
      insights: null,
    },
  ]);
  await app.runJobs();
  expect((await itemsOf())[0]?.status).toEqual({ status_code: "AVAILABLE", reason: null });
  const before = await monitored();
  expect(before.income.income_sources.length).toBeGreaterThan(0);
  expect(before.income.income_sources_counts.current_count).toBeGreaterThan(0);
  expect(before.income.total_monthly_income.current_amount).toBeGreaterThan(0);
  expect(before.income.historical_annual_income.current_amount).toBeGreaterThan(
    before.income.total_monthly_income.current_amount,
  );
  await add([
    { amount: -900, description: "Kestrel Point loan proceeds" },
    { amount: 45.5, description: "Kestrel Point loan payment" },
  ]);
  const after = await monitored();
  expect(after.loans).toEqual({
    loan_payments_counts: { current_count: before.loans.loan_payments_counts.current_count + 1 },
    loan_disbursements_count: before.loans.loan_disbursements_count + 1,
    loan_payment_merchants_counts: {
      current_count: before.loans.loan_payment_merchants_counts.current_count + 1,
    },
  });
});

test("insights are those of the income insights of a report, for the same day", async () => {
  const { app, monitored, userId } = await setUp();
  await app.runJobs();
  await app.call("/cra/check_report/create", {
    user_id: userId,
    webhook: "https://shop.example/hook",
    days_requested: 731,
    products: ["cra_income_insights"],
    ...PURPOSE,
  });
  await app.runJobs();
  const { report } = (await app.call("/cra/check_report/income_insights/get", {
    user_id: userId,
  })) as {
    report: {
      bank_income_summary: {
        active_income_sources_count: number;
        historical_annual_income: { amount: number }[];
        forecasted_average_monthly_income: { amount: number }[];
      };
    };
  };
  const { bank_income_summary: summary } = report;
  const { income } = await monitored();
  expect(income.income_sources_counts.current_count).toBe(summary.active_income_sources_count);
  expect(income.historical_annual_income.current_amount).toBe(
    summary.historical_annual_income[0]?.amount,
  );
  expect(income.forecasted_monthly_income.current_amount).toBe(
    summary.forecasted_average_monthly_income[0]?.amount,
  );
});

test("the updates of a subscribed Item go to the subscription's address as well, until it ends", async () => {
  const { add, insights, post, subscribe, subscribed } = await setUp();
  await insights();
  const { subscription_id } = await subscribe();
  expect((await subscribe()).subscription_id).toBe(subscription_id);
  expect(await subscribed()).toEqual([]);
  await add([DEPOSIT]);
  expect(await insights()).toEqual([["LARGE_DEPOSIT_DETECTED"]]);
  expect(await subscribed()).toEqual([["LARGE_DEPOSIT_DETECTED"]]);
  expect(Object.keys(await post("unsubscribe", { subscription_id }))).toEqual(["request_id"]);
  expect(await post("unsubscribe", { subscription_id })).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: "subscription_id must be that of a subscription that has not ended",
  });
  await add([DEPOSIT]);
  expect(await insights()).toEqual([["LARGE_DEPOSIT_DETECTED"]]);
  expect(await subscribed()).toEqual([]);
});

test("a subscription is to one Item of the user, which must have transactions", async () => {
  const { app, insights, item, link, subscribe } = await setUp();
  await insights();
  const other = await link();
  const unknown = await subscribe({ item_id: "nobody's" });
  expect(unknown).toMatchObject({
    error_code: "ITEM_NOT_FOUND",
    error_message: "item_id must be an Item of the user that has transactions",
  });
  expect(await subscribe({ item_id: item.itemId })).toHaveProperty("subscription_id");
  expect(await subscribe({ item_id: other.itemId })).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: expect.stringContaining(`subscription, ${item.itemId}; end it by`),
  });
  await app.call("/item/remove", { access_token: item.access_token });
  expect(await subscribe({ item_id: other.itemId })).toHaveProperty("subscription_id");
});

test("a subscription narrows the insights to its categories of income", async () => {
  const { app, monitored, subscribe } = await setUp();
  await app.runJobs();
  const { income_sources: all } = (await monitored()).income;
  const [first] = all;
  if (!first) throw new Error("the user has income");
  const category = first.income_category;
  await subscribe({ income_categories: [category] });
  const { income } = await monitored();
  expect(income.income_sources).toEqual(all.filter((each) => each.income_category === category));
  await subscribe({ income_categories: ["TAX_REFUND"] });
  expect((await monitored()).income).toEqual({
    total_monthly_income: { current_amount: 0 },
    income_sources_counts: { current_count: 0 },
    forecasted_monthly_income: { current_amount: 0 },
    historical_annual_income: { current_amount: 0 },
    income_sources: [],
  });
  await subscribe({ income_categories: [] });
  expect((await monitored()).income.income_sources).toEqual(all);
});

test("a subscription watches again after the end of the user's products, from then on", async () => {
  const { add, app, insights, subscribe, subscribed, userId } = await setUp();
  await insights();
  await subscribe();
  await app.call("/user/products/terminate", { user_id: userId, ...REASON });
  await add([DEPOSIT]);
  expect([await insights(), await subscribed()]).toEqual([[], []]);
  await subscribe();
  await add([{ amount: 12, description: "Corner Shop" }]);
  expect([await insights(), await subscribed()]).toEqual([[], []]);
  await add([DEPOSIT]);
  expect(await subscribed()).toEqual([["LARGE_DEPOSIT_DETECTED"]]);
});

test("an Item that its user has ended has no insights, with the reason", async () => {
  const { app, item, itemsOf } = await setUp();
  await app.runJobs();
  const { store } = app.services;
  const stored = await store.items.byItemId(item.itemId);
  if (!stored) throw new Error("the Item is there");
  await store.items.compareAndSetStatus(stored, {
    ...{ error: "USER_PERMISSION_REVOKED", loggedInAt: stored.loggedInAt },
  });
  expect(await itemsOf()).toMatchObject([
    { status: { status_code: "FAILED", reason: expect.any(String) }, insights: null },
  ]);
});

test("a webhook that this server may not call is refused, and a purpose is required", async () => {
  const { post, subscribe, userId } = await setUp();
  expect(await subscribe({ webhook: "http://169.254.169.254/latest" })).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: expect.stringMatching(/^webhook must /),
  });
  expect(await post("get", { user_id: userId })).toMatchObject({ error_code: "MISSING_FIELDS" });
});
