import { describe, expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import type { Json } from "../domain/jobs/job.ts";
import { deliveryPurpose, type ItemNews, type OwnNews } from "../domain/webhooks/webhook.ts";
import { webhooks } from "./index.ts";

const SESSION = { linkSessionId: "session-1", linkToken: "link-sandbox-1" };
const LOGIN_REQUIRED = {
  error_type: "ITEM_ERROR",
  error_code: "ITEM_LOGIN_REQUIRED",
  status: 400,
};
const TIME = Date.UTC(2026, 2, 1);

/** Each piece of news, and what its body has beside the fields that every body has. */
const TOLD: [ItemNews | OwnNews, Record<string, unknown>][] = [
  [{ webhook: "ITEM:ERROR", error: "ITEM_LOGIN_REQUIRED" }, { error: LOGIN_REQUIRED }],
  [{ webhook: "ITEM:LOGIN_REPAIRED" }, {}],
  [{ webhook: "ITEM:NEW_ACCOUNTS_AVAILABLE" }, { error: null }],
  [
    { webhook: "ITEM:PENDING_EXPIRATION", expiresAt: TIME },
    { consent_expiration_time: "2026-03-01T00:00:00.000Z" },
  ],
  [
    { webhook: "ITEM:PENDING_DISCONNECT", reason: "INSTITUTION_MIGRATION", disconnectAt: TIME },
    { reason: "INSTITUTION_MIGRATION", disconnect_time: "2026-03-01T00:00:00.000Z" },
  ],
  [
    { webhook: "ITEM:USER_PERMISSION_REVOKED" },
    { error: { error_code: "USER_PERMISSION_REVOKED", status: 400 } },
  ],
  [{ webhook: "ITEM:USER_ACCOUNT_REVOKED", accountId: "a" }, { account_id: "a" }],
  [
    { webhook: "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED", url: "https://shop.example/new" },
    { new_webhook_url: "https://shop.example/new", error: null },
  ],
  [
    { webhook: "TRANSACTIONS:INITIAL_UPDATE", newTransactions: 19 },
    { new_transactions: 19, error: null },
  ],
  [
    { webhook: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions: 231 },
    { new_transactions: 231, error: null },
  ],
  [
    { webhook: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions: 0 },
    { new_transactions: 0, error: null },
  ],
  [
    { webhook: "TRANSACTIONS:TRANSACTIONS_REMOVED", transactionIds: ["t", "u"] },
    { removed_transactions: ["t", "u"], error: null },
  ],
  [
    {
      webhook: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
      initialComplete: true,
      historicalComplete: false,
    },
    { initial_update_complete: true, historical_update_complete: false },
  ],
  [
    { webhook: "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE", accountIds: ["a"] },
    { account_ids: ["a"] },
  ],
  [
    { webhook: "AUTH:AUTOMATICALLY_VERIFIED", accountId: "a" },
    { account_id: "a", error: null },
  ],
  [
    { webhook: "AUTH:VERIFICATION_EXPIRED", accountId: "a" },
    { account_id: "a", error: null },
  ],
  [
    { webhook: "AUTH:DEFAULT_UPDATE", newAccountIds: ["a"], updatedAccountIds: ["b"] },
    { account_ids_with_new_auth: ["a"], account_ids_with_updated_auth: ["b"], error: null },
  ],
  [
    { webhook: "IDENTITY:DEFAULT_UPDATE", changes: new Map([["a", ["EMAILS", "NAMES"]]]) },
    { account_ids_with_updated_identity: { a: ["EMAILS", "NAMES"] }, error: null },
  ],
  [{ webhook: "INCOME:PRODUCT_READY" }, { error: null }],
  [
    { webhook: "ASSETS:PRODUCT_READY", assetReportId: "r", reportType: "FULL" },
    { asset_report_id: "r", report_type: "FULL" },
  ],
  [
    { webhook: "ASSETS:ERROR", assetReportId: "r", error: "ASSET_REPORT_GENERATION_FAILED" },
    {
      asset_report_id: "r",
      error: { error_type: "ASSET_REPORT_ERROR", error_code: "ASSET_REPORT_GENERATION_FAILED" },
    },
  ],
  [
    { webhook: "LINK:ITEM_ADD_RESULT", ...SESSION, publicToken: "public-sandbox-1" },
    {
      link_session_id: "session-1",
      link_token: "link-sandbox-1",
      public_token: "public-sandbox-1",
    },
  ],
  [
    { webhook: "LINK:SESSION_FINISHED", ...SESSION, status: "SUCCESS", publicToken: "p" },
    { status: "SUCCESS", public_token: "p", public_tokens: ["p"] },
  ],
  [
    { webhook: "LINK:SESSION_FINISHED", ...SESSION, status: "EXITED", publicToken: null },
    { status: "EXITED", public_tokens: [] },
  ],
  [
    { webhook: "LINK:ITEM_ADD_RESULT", linkSessionId: "s", linkToken: null, publicToken: "p" },
    { link_session_id: "s", public_token: "p" },
  ],
  [
    {
      webhook: "LINK:EVENTS",
      ...SESSION,
      events: [{ eventName: "OPEN", metadata: { view_name: "LOADING" } }],
    },
    { events: [{ event_name: "OPEN", event_metadata: { view_name: "LOADING" } }] },
  ],
];

const isOfItem = (news: ItemNews | OwnNews): news is ItemNews =>
  !/^(ASSETS|LINK):/.test(news.webhook);

describe("every webhook", () => {
  const bench = async (variables: Record<string, string> = {}) => {
    const { world } = await testApp(variables);
    const receiver = { clientId: "client-1", webhook: "https://shop.example/hook" };
    const jobsOf = (news: ItemNews | OwnNews, to: { clientId: string; webhook: string | null }) =>
      isOfItem(news)
        ? world.webhooks.about({ itemId: "item-1", ...to }, news)
        : world.webhooks.tell(to, news);
    const bodyOf = (news: ItemNews | OwnNews): Record<string, Json> => {
      const [job, ...more] = jobsOf(news, receiver);
      if (!job || more.length > 0) throw new Error("one piece of news is one job");
      const { delivery_id, sealed_body } = job.payload;
      const purpose = deliveryPurpose(String(delivery_id));
      return JSON.parse(world.vault.open(purpose, String(sealed_body)));
    };
    return { jobsOf, bodyOf };
  };

  test("there is, is told of here", () => {
    const told = new Set(TOLD.map(([{ webhook }]) => webhook));
    expect([...told].toSorted()).toEqual(Object.keys(webhooks).toSorted());
  });

  test("has the body that it declares, and what every body has", async () => {
    const { bodyOf } = await bench();
    for (const [news, expected] of TOLD) {
      const [webhook_type, webhook_code] = news.webhook.split(":");
      const { webhook_type: type, webhook_code: code, ...rest } = bodyOf(news);
      expect([type, code]).toEqual([webhook_type, webhook_code]);
      const { item_id, environment, ...own } = rest;
      expect(item_id).toBe(isOfItem(news) ? "item-1" : undefined);
      expect(environment).toBe(news.webhook === "LINK:EVENTS" ? undefined : "sandbox");
      expect(webhooks[news.webhook].schema.parse(own)).toEqual(own);
      expect(own).toMatchObject(expected);
    }
  });

  test("is of production wherever what it tells of is real", async () => {
    const SERVICE_LINK_MASTER_KEY = "ab".repeat(32);
    for (const SERVICE_ENV of ["development", "production"]) {
      const { bodyOf } = await bench({ SERVICE_ENV, SERVICE_LINK_MASTER_KEY });
      expect(bodyOf({ webhook: "ITEM:LOGIN_REPAIRED" })).toMatchObject({
        environment: "production",
      });
    }
  });

  test("goes nowhere where there is no address", async () => {
    const { jobsOf } = await bench();
    for (const [news] of TOLD)
      expect(jobsOf(news, { clientId: "client-1", webhook: null })).toEqual([]);
  });
});
