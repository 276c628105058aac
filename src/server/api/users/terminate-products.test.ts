import { expect, test } from "vitest";
import { cashFlowApp } from "../../../testing/test-app/cash-flow-app.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const REASON = { reason_code: "USER_OFFBOARDING", reason_note: "moved to another bank" };
const DEPOSIT = { amount: -9000, description: "Sale of a car" };

test("a user whose products were terminated gets no webhooks of the cash flow; Items and reports stay", async () => {
  const { add, app, insights, item, userId } = await cashFlowApp();
  await insights();
  await add([DEPOSIT]);
  expect(await insights()).toEqual([["LARGE_DEPOSIT_DETECTED"]]);
  await app.call("/cra/check_report/create", {
    user_id: userId,
    webhook: "https://shop.example/hook",
    days_requested: 90,
    consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
  });
  await app.runJobs();
  for (const reason of [REASON, { reason_code: "OTHER" }]) {
    const answer = await app.call("/user/products/terminate", { user_id: userId, ...reason });
    expect(Object.keys(answer)).toEqual(["request_id"]);
  }
  await add([DEPOSIT]);
  expect(await insights()).toEqual([]);
  await expect(
    app.call("/sandbox/cra/cashflow_updates/update", { user_id: userId }),
  ).rejects.toThrow("the user's cash flow is not watched");
  expect(await app.call("/cra/check_report/base_report/get", { user_id: userId })).toHaveProperty(
    "report",
  );
  expect(await app.call("/accounts/get", { access_token: item.access_token })).toHaveProperty(
    "accounts",
  );
});

test("an Item whose products were terminated is removed: its access_token opens nothing any more", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["transactions"]);
  const answer = await app.call("/item/products/terminate", { access_token, ...REASON });
  expect(Object.keys(answer)).toEqual(["request_id"]);
  for (const path of ["/item/get", "/item/products/terminate"]) {
    const body = { ...app.credentials, access_token, ...(path === "/item/get" ? {} : REASON) };
    expect((await app.post(path, body)).body.error_code).toBe("ITEM_NOT_FOUND");
  }
});

test("products end for a reason that the path knows, else nothing ends", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["transactions"]);
  for (const [reason, code] of [
    [{}, "MISSING_FIELDS"],
    [{ reason_code: "BORED" }, "INVALID_FIELD"],
    [{ ...REASON, reason_note: "x".repeat(513) }, "INVALID_FIELD"],
  ] as const) {
    const body = { ...app.credentials, access_token, ...reason };
    expect((await app.post("/item/products/terminate", body)).body.error_code).toBe(code);
  }
  expect(await app.call("/item/get", { access_token })).toHaveProperty("item");
  const other = await app.post("/user/products/terminate", {
    ...app.credentials,
    user_id: "usr_unknown",
    ...REASON,
  });
  expect(other.body.error_code).toBe("INVALID_USER_ID");
});
