import { expect, test } from "vitest";
import { cashFlowApp, TODAY } from "../../../testing/test-app/cash-flow-app.ts";

const UPDATE = "/sandbox/cra/cashflow_updates/update";
/** The time from the clock's start to April 2026. */
const UNTIL_APRIL = Date.UTC(2026, 3, 1) - Date.parse(`${TODAY}T12:00:00Z`);

test("the sandbox causes every insight by real transactions, again and again", async () => {
  const { app, userId, item, insights } = await cashFlowApp();
  const all = [
    "LARGE_DEPOSIT_DETECTED",
    "LOW_BALANCE_DETECTED",
    "NEW_LOAN_PAYMENT_DETECTED",
    "NSF_OVERDRAFT_DETECTED",
  ];
  for (let time = 0; time < 3; time++) {
    await app.call(UPDATE, { user_id: userId });
    expect((await insights()).filter((list) => Array.isArray(list) && list.length > 0)).toEqual([
      all,
    ]);
  }
  const { accounts, transactions } = await app.call("/transactions/get", {
    access_token: item.access_token,
    start_date: TODAY,
    end_date: TODAY,
  });
  expect(accounts).toContainEqual(
    expect.objectContaining({ balances: expect.objectContaining({ current: 50 }) }),
  );
  expect(transactions).toContainEqual(
    expect.objectContaining({ name: "Loan payment Larkspur Bay", amount: 245.5 }),
  );
});

test.each(["LARGE_DEPOSIT_DETECTED", "LOW_BALANCE_DETECTED", "NSF_OVERDRAFT_DETECTED"])(
  "the sandbox causes %s alone",
  async (code) => {
    const { app, userId, insights } = await cashFlowApp();
    await app.call(UPDATE, { user_id: userId, webhook_codes: [code] });
    expect((await insights()).flat()).toEqual([code]);
  },
);

test.each([
  ["before April 2026, only the legacy ones", 0, false],
  ["from April 2026 on, the new one in addition", UNTIL_APRIL, true],
])("the codes of a legacy user are, %s", async (_, wait, isParallel) => {
  const { app, created, updates } = await cashFlowApp("legacy", wait);
  const { user_token, user_id } = created;
  const webhook_codes = ["NEW_LOAN_PAYMENT_DETECTED", "NSF_OVERDRAFT_DETECTED"];
  await updates();
  await app.call(UPDATE, { user_token, webhook_codes });
  const summaries = (await updates()).map((body) => [
    body.webhook_code,
    body.user_id,
    body.insights,
  ]);
  const legacy = ["INSIGHTS_UPDATED", ...webhook_codes].map((code) => [code, user_id, undefined]);
  const parallel = ["CASH_FLOW_INSIGHTS_UPDATED", user_token, webhook_codes];
  expect(summaries.toSorted()).toEqual((isParallel ? [...legacy, parallel] : legacy).toSorted());
});

test("the sandbox refuses an impossible change, and changes nothing", async () => {
  const { app, userId, updates, item } = await cashFlowApp();
  await updates();
  const refusal = async (body: object) => {
    const { error_code, error_message } = (await app.post(UPDATE, { ...app.credentials, ...body }))
      .body;
    return [error_code, error_message];
  };
  const naming = (text: string) => expect.stringContaining(text);
  expect(await refusal({})).toEqual(["MISSING_FIELDS", naming("user_id")]);
  expect(await refusal({ user_id: "usr_nobody" })).toEqual(["INVALID_USER_ID", naming("user")]);
  expect(await refusal({ user_id: userId, webhook_codes: [] })).toEqual([
    "INVALID_FIELD",
    naming("webhook_codes"),
  ]);
  expect(await refusal({ user_id: userId, webhook_codes: ["NO_CODE"] })).toEqual([
    "INVALID_FIELD",
    naming("webhook_codes"),
  ]);
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-2" });
  expect(await refusal({ user_id })).toEqual(["ITEM_NOT_FOUND", naming("no Item")]);
  await app.call("/sandbox/item/reset_login", { access_token: item.access_token });
  expect(await refusal({ user_id: userId })).toEqual(["ITEM_LOGIN_REQUIRED", naming("login")]);
  await app.call("/item/webhook/update", { access_token: item.access_token });
  expect(await refusal({ user_id: userId })).toEqual([
    "SANDBOX_WEBHOOK_INVALID",
    naming("webhook"),
  ]);
  expect(await updates()).toEqual([]);
});
