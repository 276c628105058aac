import { expect, test } from "vitest";
import { BaseReport } from "../../../protocol/reports/base-report.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { pdfPages } from "../../documents/pdf/pdf-pages.fixture.ts";
import { balanceAverages } from "../../domain/consumer-reports/base-report/make-base-report.ts";

test("the PDF names its client, and prints the averages of the JSON over the days since the first transaction", async () => {
  const { call, post, credentials, runJobs } = await testApp();
  const { user_id } = await call("/user/create", { client_user_id: "customer-1" });
  const { public_token } = await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions", "identity"],
    options: { transactions: { start_date: "2025-12-20" } },
    user_id,
  });
  await call("/item/public_token/exchange", { public_token });
  await call("/cra/check_report/create", {
    user_id,
    webhook: "https://shop.example/webhook",
    days_requested: 365,
    consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
  });
  await runJobs();
  const { report } = await call("/cra/check_report/base_report/get", { user_id });
  const { bytes } = await post("/cra/check_report/pdf/get", { ...credentials, user_id });
  const text = pdfPages(bytes).join("\n");
  expect(text).toContain(`Requested by\nFirst client\nClient ID\n${credentials.client_id}\n`);
  const printed = [...text.matchAll(/^Average\n(.*)$/gm)].map(([, amount = ""]) => amount);
  const accounts = BaseReport.parse(report).items.flatMap((item) => item.accounts);
  const averages = accounts.map(({ balances }) => balances.average_balance);
  expect(printed.map((amount) => Number(amount.replace(/[^\d.-]/g, "")))).toEqual(averages);
  const [all] = accounts.map(({ historical_balances: days }) => balanceAverages(days));
  expect(all?.average_balance).not.toBe(averages[0]);
});
