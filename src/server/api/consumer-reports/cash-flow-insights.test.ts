import { expect, test } from "vitest";
import { BaseReport } from "../../../protocol/reports/base-report.ts";
import { CashFlowInsights } from "../../../protocol/reports/cash-flow-insights.ts";
import { cashFlowApp } from "../../../testing/test-app/cash-flow-app.ts";
import { cashFlowInsights } from "../../domain/consumer-reports/cash-flow/cash-flow-insights.ts";

/** A user with an Item, and calls for the report about them. */
const setUp = async () => {
  const { app, userId, add } = await cashFlowApp();
  const create = async (products: string[]) => {
    await app.call("/cra/check_report/create", {
      user_id: userId,
      webhook: "https://shop.example/hook",
      days_requested: 90,
      client_report_id: "loan-1",
      consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
      products,
    });
    await app.runJobs();
  };
  const get = async (path: string, more: object = {}) => {
    const body = { ...app.credentials, user_id: userId, ...more };
    return (await app.post(`/cra/check_report/${path}/get`, body)).body;
  };
  return { add, create, get };
};

test("cash flow insights are the cash flow of the Base Report, as a map of attributes", async () => {
  const { add, create, get } = await setUp();
  await add([
    { amount: -9000, description: "Sale of a car" },
    { amount: 35, description: "Overdraft fee" },
    { amount: 45.5, description: "Kestrel Point loan payment" },
  ]);
  await create(["cra_cashflow_insights"]);
  const base = BaseReport.parse((await get("base_report")).report);
  const { attributes, ...rest } = CashFlowInsights.parse(
    (await get("cashflow_insights", { options: { attributes_version: "v1.0" } })).report,
  );
  expect(rest).toEqual({
    report_id: base.report_id,
    client_report_id: "loan-1",
    generated_time: base.date_generated,
  });
  const [total] = base.cash_flow.totals;
  expect(base.cash_flow.totals).toHaveLength(1);
  expect(attributes).toMatchObject({
    iso_currency_code: "USD",
    currency_count: 1,
    account_count: total?.account_ids.length,
    total_inflow_30d: total?.last_30_days.total_inflow,
    net_cash_flow_90d: total?.last_90_days.net_cash_flow,
    total_outflow: total?.all_days.total_outflow,
    lowest_balance_60d: total?.last_60_days.lowest_balance,
    overdraft_fee_count_30d: 1,
    has_overdraft: true,
    days_since_last_overdraft: 0,
    large_deposit_amount: 9000,
    lender_count: total?.loan_payments.length,
    regular_bill_count: total?.regular_bills.length,
  });
  expect(Object.keys(attributes)).not.toContain("unofficial_currency_code");
});

test("a report without cra_cashflow_insights has none", async () => {
  const { create, get } = await setUp();
  expect((await get("cashflow_insights")).error_code).toBe("CONSUMER_REPORT_NOT_FOUND");
  await create(["cra_base_report"]);
  expect(await get("cashflow_insights")).toMatchObject({
    error_code: "INVALID_PRODUCT",
    error_message: expect.stringContaining("cra_cashflow_insights"),
  });
});

test("the attributes are of the currency of most accounts, and of none without an account", async () => {
  const { create, get } = await setUp();
  await create(["cra_base_report"]);
  const base = BaseReport.parse((await get("base_report")).report);
  const [total] = base.cash_flow.totals;
  if (!total) throw new Error("the user has a current account");
  const of = (totals: (typeof total)[]) =>
    cashFlowInsights({ ...base, cash_flow: { accounts: [], totals } }).attributes;
  const euros = { ...total, iso_currency_code: "EUR", account_ids: ["euros"] };
  const dollars = { ...total, account_ids: ["a", "b"] };
  for (const totals of [
    [euros, dollars],
    [dollars, euros],
  ])
    expect(of(totals)).toMatchObject({ iso_currency_code: "USD", currency_count: 2 });
  expect(of([])).toEqual({ currency_count: 0, account_count: 0 });
});
