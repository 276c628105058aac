import { expect, test } from "vitest";
import { bankApp } from "./bank-app.fixture.ts";

test("account ids that change with each call are logged, and nothing that was read before is lost", async () => {
  const { app, linkItem, misbehave } = await bankApp();
  const { access_token } = await linkItem();
  await app.runJobs();
  const period = { start_date: "2025-12-01", end_date: "2026-01-15" };
  const before = await app.call("/transactions/get", { access_token, ...period });
  expect(before.total_transactions).toBeGreaterThan(0);
  misbehave("account-ids-change");
  for (const path of ["/accounts/balance/get", "/transactions/refresh"]) {
    const { body } = await app.post(path, { ...app.credentials, access_token });
    expect([body.error_code, body.error_message]).toEqual([
      "UNSUPPORTED_RESPONSE",
      "the institution has accounts by other ids than before, and none of the Item's",
    ]);
  }
  const after = await app.call("/transactions/get", { access_token, ...period });
  expect(after.total_transactions).toBe(before.total_transactions);
  misbehave();
  await app.call("/transactions/refresh", { access_token });
});
