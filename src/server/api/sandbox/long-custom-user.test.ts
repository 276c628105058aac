import { expect, test } from "vitest";
import { testApp } from "../../test-app.ts";

test("a custom user may be described at length, and everything can be read of them", async () => {
  const app = await testApp();
  const transactions = Array.from({ length: 300 }, (_, at) => ({
    date_transacted: "2026-01-10",
    date_posted: "2026-01-10",
    amount: at + 1,
    description: `Shop ${at}`,
  }));
  const override_password = JSON.stringify({
    override_accounts: [{ type: "depository", subtype: "checking", transactions }],
  });
  const { access_token } = await app.link("ins_109508", ["auth", "transactions", "assets"], {
    override_username: "user_custom",
    override_password,
  });
  const { asset_report_token } = await app.call("/asset_report/create", {
    access_tokens: [access_token],
    days_requested: 30,
  });
  await app.runJobs();
  expect(
    await app.call("/transactions/get", {
      access_token,
      start_date: "2026-01-01",
      end_date: "2026-01-15",
    }),
  ).toMatchObject({ total_transactions: 300 });
  await app.call("/accounts/balance/get", { access_token });
  await app.call("/identity/get", { access_token });
  await app.call("/asset_report/get", { asset_report_token });
});
