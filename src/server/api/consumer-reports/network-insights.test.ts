import { expect, test } from "vitest";
import { NetworkInsights } from "../../../protocol/reports/network-insights.ts";
import { cashFlowApp, TODAY } from "../../../testing/test-app/cash-flow-app.ts";
import { pdfPages } from "../../documents/pdf/pdf-pages.fixture.ts";

/** A user with an Item, and calls for their network insights. */
const setUp = async () => {
  const { app, userId, add, link } = await cashFlowApp();
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
  const get = async () => {
    const body = { ...app.credentials, user_id: userId };
    return (await app.post("/cra/check_report/network_insights/get", body)).body;
  };
  const read = async () => NetworkInsights.parse((await get()).report);
  return { app, add, link, create, get, read, userId };
};

test("network insights answer the user's connections and lenders", async () => {
  const { app, add, link, create, get, read, userId } = await setUp();
  await create(["cra_network_insights"]);
  const before = await read();
  expect(before).toMatchObject({ days_requested: 90, client_report_id: "loan-1" });
  expect(before.network_attributes).toMatchObject({ items_count: 1, institutions_count: 1 });
  expect(before.lenders.map(({ name }) => name)).not.toContain("Kestrel Point");

  await add([
    { amount: -900, description: "Kestrel Point loan proceeds" },
    { amount: 45.5, description: "Kestrel Point loan payment" },
  ]);
  await link();
  await create(["cra_network_insights"]);
  const after = await read();
  expect(after.lenders).toContainEqual({
    name: "Kestrel Point",
    kind: "LOAN",
    payments_count: 1,
    disbursements_count: 1,
    first_date: TODAY,
    last_date: TODAY,
  });
  const { network_attributes: counts } = before;
  expect(after.network_attributes).toMatchObject({
    items_count: 2,
    institutions_count: 1,
    loan_lenders_count: counts.loan_lenders_count + 1,
    loan_payments_count_30d: counts.loan_payments_count_30d + 1,
    loan_disbursements_count_30d: counts.loan_disbursements_count_30d + 1,
    days_since_last_connection: 0,
  });
  const body = { user_id: userId };
  const base = (await app.call("/cra/check_report/base_report/get", body)).report;
  expect(base).toMatchObject({ report_id: after.report_id });
  expect((await get()).warnings).toEqual([]);

  const { bytes } = await app.post("/cra/check_report/pdf/get", { ...app.credentials, ...body });
  const text = pdfPages(bytes).join("\n");
  expect(text).toContain("Connections and lenders");
  expect(text).toContain(
    ["Kestrel Point", "Loan", "Jan 15, 2026", "Jan 15, 2026", "1", "1"].join("\n"),
  );
});

test("network insights that were not requested are refused by name, and later returned", async () => {
  const { create, get, read } = await setUp();
  await create(["cra_base_report", "cra_income_insights"]);
  expect(await get()).toMatchObject({
    error_code: "INVALID_PRODUCT",
    error_message: expect.stringContaining("cra_network_insights"),
  });
  await create(["cra_network_insights"]);
  expect((await read()).network_attributes.items_count).toBe(1);
});
