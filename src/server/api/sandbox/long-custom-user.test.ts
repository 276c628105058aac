import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("a long custom user is accepted, and all of its data is readable", async () => {
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

test("/sandbox/processor_token/create takes custom users as long as /sandbox/public_token/create", async () => {
  const app = await testApp();
  const customUser = {
    override_accounts: [{ type: "depository", subtype: "checking" }],
    seed: "a".repeat(100),
  };
  const options = {
    override_username: "user_custom",
    override_password: JSON.stringify(customUser).padEnd(50_000),
  };
  const body = { institution_id: "ins_109508", options };
  await app.call("/sandbox/processor_token/create", body);
  await app.call("/sandbox/public_token/create", { ...body, initial_products: ["auth"] });
});

test("a custom user has no more accounts than account_ids can name", async () => {
  const app = await testApp();
  const { client_id, secret } = app.keys;
  const withAccounts = async (count: number) => {
    const account = { type: "depository", subtype: "checking" };
    const { body } = await app.post("/sandbox/public_token/create", {
      client_id,
      secret,
      institution_id: "ins_109508",
      initial_products: ["auth"],
      options: {
        override_username: "user_custom",
        override_password: JSON.stringify({ override_accounts: Array(count).fill(account) }),
      },
    });
    return body;
  };
  expect(await withAccounts(100)).toMatchObject({ public_token: expect.any(String) });
  expect(await withAccounts(101)).toMatchObject({
    error_code: "INVALID_CREDENTIALS",
    error_message: expect.stringContaining("override_accounts must have at most 100 elements"),
  });
});
