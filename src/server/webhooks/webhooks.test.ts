import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CASH_FLOW_INSIGHTS } from "../../protocol/reports/cash-flow.ts";
import { hostileText } from "../../testing/hostile-text.ts";
import { samples } from "../../testing/property-samples.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import type { Json } from "../domain/jobs/job.ts";
import {
  type ClientWebhook,
  deliveryPurpose,
  type ItemWebhook,
} from "../domain/webhooks/webhook.ts";
import { webhooks } from "./index.ts";

const SESSION = { linkSessionId: "session-1", linkToken: "link-sandbox-1" };
const LOGIN_REQUIRED = {
  error_type: "ITEM_ERROR",
  error_code: "ITEM_LOGIN_REQUIRED",
  status: 400,
};
const TIME = Date.UTC(2026, 2, 1);

/** Each event, and the specific fields of its body. */
const EVENTS: [ItemWebhook | ClientWebhook, Record<string, unknown>][] = [
  [{ name: "ITEM:ERROR", error: "ITEM_LOGIN_REQUIRED" }, { error: LOGIN_REQUIRED }],
  [{ name: "ITEM:LOGIN_REPAIRED" }, {}],
  [{ name: "ITEM:NEW_ACCOUNTS_AVAILABLE" }, { error: null }],
  [
    { name: "ITEM:PENDING_EXPIRATION", expiresAt: TIME },
    { consent_expiration_time: "2026-03-01T00:00:00.000Z" },
  ],
  [
    { name: "ITEM:PENDING_DISCONNECT", reason: "INSTITUTION_MIGRATION", disconnectAt: TIME },
    { reason: "INSTITUTION_MIGRATION", disconnect_time: "2026-03-01T00:00:00.000Z" },
  ],
  [
    { name: "ITEM:USER_PERMISSION_REVOKED" },
    { error: { error_code: "USER_PERMISSION_REVOKED", status: 400 } },
  ],
  [{ name: "ITEM:USER_ACCOUNT_REVOKED", accountId: "a" }, { account_id: "a" }],
  [
    { name: "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED", url: "https://shop.example/new" },
    { new_webhook_url: "https://shop.example/new", error: null },
  ],
  [
    { name: "TRANSACTIONS:INITIAL_UPDATE", newTransactions: 19 },
    { new_transactions: 19, error: null },
  ],
  [
    { name: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions: 231 },
    { new_transactions: 231, error: null },
  ],
  [
    { name: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions: 0 },
    { new_transactions: 0, error: null },
  ],
  [
    { name: "TRANSACTIONS:TRANSACTIONS_REMOVED", transactionIds: ["t", "u"] },
    { removed_transactions: ["t", "u"], error: null },
  ],
  [
    {
      name: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
      initialComplete: true,
      historicalComplete: false,
    },
    { initial_update_complete: true, historical_update_complete: false },
  ],
  [
    { name: "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE", accountIds: ["a"] },
    { account_ids: ["a"] },
  ],
  [
    { name: "AUTH:AUTOMATICALLY_VERIFIED", accountId: "a" },
    { account_id: "a", error: null },
  ],
  [
    { name: "AUTH:VERIFICATION_EXPIRED", accountId: "a" },
    { account_id: "a", error: null },
  ],
  [
    { name: "AUTH:DEFAULT_UPDATE", newAccountIds: ["a"], updatedAccountIds: ["b"] },
    { account_ids_with_new_auth: ["a"], account_ids_with_updated_auth: ["b"], error: null },
  ],
  [
    { name: "IDENTITY:DEFAULT_UPDATE", changes: new Map([["a", ["EMAILS", "NAMES"]]]) },
    { account_ids_with_updated_identity: { a: ["EMAILS", "NAMES"] }, error: null },
  ],
  [{ name: "INCOME:PRODUCT_READY" }, { error: null }],
  [
    {
      name: "LIABILITIES:DEFAULT_UPDATE",
      newAccountIds: ["b"],
      changes: new Map([["a", ["aprs"]]]),
    },
    {
      account_ids_with_new_liabilities: ["b"],
      account_ids_with_updated_liabilities: { a: ["aprs"] },
      error: null,
    },
  ],
  [
    { name: "HOLDINGS:DEFAULT_UPDATE", newHoldings: 1, updatedHoldings: 4 },
    { new_holdings: 1, updated_holdings: 4, error: null },
  ],
  ...(["DEFAULT_UPDATE", "HISTORICAL_UPDATE"] as const).map(
    (code): [ItemWebhook, Record<string, unknown>] => [
      { name: `INVESTMENTS_TRANSACTIONS:${code}`, newTransactions: 2, canceledTransactions: 1 },
      { new_investments_transactions: 2, canceled_investments_transactions: 1, error: null },
    ],
  ),
  [{ name: "STATEMENTS:STATEMENTS_REFRESH_COMPLETE", result: "FAILURE" }, { result: "FAILURE" }],
  [
    { name: "ASSETS:PRODUCT_READY", assetReportId: "r", reportType: "FULL" },
    { asset_report_id: "r", report_type: "FULL" },
  ],
  [
    { name: "ASSETS:ERROR", assetReportId: "r", error: "ASSET_REPORT_GENERATION_FAILED" },
    {
      asset_report_id: "r",
      error: { error_type: "ASSET_REPORT_ERROR", error_code: "ASSET_REPORT_GENERATION_FAILED" },
    },
  ],
  [
    { name: "LINK:ITEM_ADD_RESULT", ...SESSION, publicToken: "public-sandbox-1" },
    {
      link_session_id: "session-1",
      link_token: "link-sandbox-1",
      public_token: "public-sandbox-1",
    },
  ],
  [
    { name: "LINK:SESSION_FINISHED", ...SESSION, status: "SUCCESS", publicTokens: ["p"] },
    { status: "SUCCESS", public_token: "p", public_tokens: ["p"] },
  ],
  [
    { name: "LINK:SESSION_FINISHED", ...SESSION, status: "EXITED", publicTokens: [] },
    { status: "EXITED", public_tokens: [] },
  ],
  [
    { name: "LINK:ITEM_ADD_RESULT", linkSessionId: "s", linkToken: null, publicToken: "p" },
    { link_session_id: "s", public_token: "p" },
  ],
  [
    {
      name: "LINK:EVENTS",
      ...SESSION,
      events: [{ eventName: "OPEN", metadata: { view_name: "LOADING" } }],
    },
    { events: [{ event_name: "OPEN", event_metadata: { view_name: "LOADING" } }] },
  ],
  [
    {
      name: "LINK:INSTITUTION_AVAILABLE",
      ...SESSION,
      institutionId: "ins_1",
      clientUserId: "customer-1",
    },
    { link_session_id: "session-1", institution_id: "ins_1", client_user_id: "customer-1" },
  ],
  [
    {
      name: "DASHBOARD_CONFIGURED_ALERT:INSTITUTION_STATUS_ALERT_TRIGGERED",
      institutionId: "ins_1",
      institutionName: "First Platypus Bank",
      kind: "item_logins",
      status: "DOWN",
      since: TIME,
      successRate: 1 / 3,
    },
    {
      institution_id: "ins_1",
      institution_name: "First Platypus Bank",
      kind: "item_logins",
      status: "DOWN",
      since: "2026-03-01T00:00:00.000Z",
      institution_overall_success_rate: 0.333,
    },
  ],
  ...(["CHECK_REPORT_READY", "USER_CHECK_REPORT_READY"] as const).map(
    (code): (typeof EVENTS)[number] => [
      {
        name: `CHECK_REPORT:${code}`,
        userId: "usr_1",
        successfulProducts: ["cra_base_report"],
        failedProducts: ["cra_network_insights"],
        itemIds: ["i"],
      },
      {
        user_id: "usr_1",
        successful_products: ["cra_base_report"],
        failed_products: ["cra_network_insights"],
        item_ids: ["i"],
      },
    ],
  ),
  ...(["CHECK_REPORT_FAILED", "USER_CHECK_REPORT_FAILED"] as const).map(
    (code): (typeof EVENTS)[number] => [
      { name: `CHECK_REPORT:${code}`, userId: "usr_1", itemIds: ["i"] },
      { user_id: "usr_1", item_ids: ["i"] },
    ],
  ),
  ...(["INSIGHTS_UPDATED", ...CASH_FLOW_INSIGHTS] as const).map((code): (typeof EVENTS)[number] => [
    { name: `CASH_FLOW_UPDATES:${code}`, userId: "usr_1" },
    { user_id: "usr_1", status: "AVAILABLE" },
  ]),
  [
    {
      name: "CASH_FLOW_UPDATES:CASH_FLOW_INSIGHTS_UPDATED",
      userId: "usr_1",
      insights: ["LOW_BALANCE_DETECTED"],
    },
    { user_id: "usr_1", status: "AVAILABLE", insights: ["LOW_BALANCE_DETECTED"] },
  ],
];

const isOfItem = (event: ItemWebhook | ClientWebhook): event is ItemWebhook =>
  !/^(ASSETS|LINK|CHECK_REPORT|CASH_FLOW_UPDATES|DASHBOARD_CONFIGURED_ALERT):/.test(event.name);

describe("every webhook", () => {
  const setup = async (variables: Record<string, string> = {}) => {
    const { services } = await testApp(variables);
    const receiver = { clientId: "client-1", webhook: "https://shop.example/hook" };
    const jobsOf = (
      event: ItemWebhook | ClientWebhook,
      to: { clientId: string; webhook: string | null },
    ) =>
      isOfItem(event)
        ? services.webhooks.forItem({ itemId: "item-1", ...to }, event)
        : services.webhooks.forClient(to, event);
    const bodyOf = (event: ItemWebhook | ClientWebhook): Record<string, Json> => {
      const [job, ...more] = jobsOf(event, receiver);
      if (!job || more.length > 0) throw new Error("one event is one job");
      const { delivery_id, sealed_body } = job.payload;
      const purpose = deliveryPurpose(String(delivery_id));
      return JSON.parse(services.vault.open(purpose, String(sealed_body)));
    };
    return { jobsOf, bodyOf };
  };

  test("every webhook has a sample event", () => {
    const names = new Set(EVENTS.map(([{ name }]) => name));
    expect([...names].toSorted()).toEqual(Object.keys(webhooks).toSorted());
  });

  test("every webhook has the body that it declares and the common fields", async () => {
    const { bodyOf } = await setup();
    for (const [event, fields] of EVENTS) {
      const [webhook_type, webhook_code] = event.name.split(":");
      const { webhook_type: type, webhook_code: code, ...rest } = bodyOf(event);
      expect([type, code]).toEqual([webhook_type, webhook_code]);
      const { item_id, environment, ...own } = rest;
      expect(item_id).toBe(isOfItem(event) ? "item-1" : undefined);
      expect(environment).toBe(event.name === "LINK:EVENTS" ? undefined : "sandbox");
      expect(webhooks[event.name].schema.parse(own)).toEqual(own);
      expect(own).toMatchObject(fields);
    }
  });

  test("any texts of a bank, an application or a user are values of its JSON, unchanged", async () => {
    const { bodyOf } = await setup();
    const metadata = fc.dictionary(hostileText(), hostileText(), { noNullPrototype: true });
    fc.assert(
      fc.property(hostileText(), metadata, (text, event_metadata) => {
        const events = [{ eventName: text, metadata: event_metadata }];
        expect(bodyOf({ name: "LINK:EVENTS", ...SESSION, events })).toEqual({
          ...{ webhook_type: "LINK", webhook_code: "EVENTS" },
          ...{ link_session_id: "session-1", link_token: "link-sandbox-1" },
          events: [{ event_name: text, event_metadata }],
        });
        const customer = { institutionId: "ins_1", clientUserId: text };
        expect(bodyOf({ name: "LINK:INSTITUTION_AVAILABLE", ...SESSION, ...customer })).toEqual({
          ...{ webhook_type: "LINK", webhook_code: "INSTITUTION_AVAILABLE" },
          ...{ link_session_id: "session-1", link_token: "link-sandbox-1" },
          ...{ institution_id: "ins_1", client_user_id: text, environment: "sandbox" },
        });
      }),
      { numRuns: samples(500) },
    );
  });

  test("a webhook with real data has the environment production", async () => {
    const SERVICE_LINK_MASTER_KEY = "ab".repeat(32);
    for (const SERVICE_ENV of ["development", "production"]) {
      const { bodyOf } = await setup({ SERVICE_ENV, SERVICE_LINK_MASTER_KEY });
      expect(bodyOf({ name: "ITEM:LOGIN_REPAIRED" })).toMatchObject({
        environment: "production",
      });
    }
  });

  test("a webhook without an address adds no job", async () => {
    const { jobsOf } = await setup();
    for (const [event] of EVENTS)
      expect(jobsOf(event, { clientId: "client-1", webhook: null })).toEqual([]);
  });
});
