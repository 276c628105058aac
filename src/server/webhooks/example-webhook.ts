import { opaqueId } from "../domain/identifiers.ts";
import type { NewJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import type { WebhookName, WebhookOf } from "../domain/webhooks/webhook.ts";
import { deliveryPurpose } from "../domain/webhooks/webhook.ts";
import { toBody } from "./create-webhooks.ts";
import { deliveryJob } from "./delivery-job.ts";

/** The time of the examples: 2026-01-15, 12:00 UTC. */
const AT = 1_768_478_400_000;

const SESSION = { linkSessionId: "example-session", linkToken: "link-sandbox-example" };
const USER = { userId: "usr_example" };
const ITEMS = { itemIds: ["example-item"] };
const READY = {
  ...USER,
  ...ITEMS,
  successfulProducts: ["cra_base_report"],
  failedProducts: [],
};
const ACCOUNT = { accountId: "example-account" };

/** An example of each event, with invented ids and addresses. */
const EXAMPLES: { [Name in WebhookName]: Omit<WebhookOf<Name>, "name"> } = {
  "ITEM:ERROR": { error: "ITEM_LOGIN_REQUIRED" },
  "ITEM:LOGIN_REPAIRED": {},
  "ITEM:NEW_ACCOUNTS_AVAILABLE": {},
  "ITEM:PENDING_EXPIRATION": { expiresAt: AT },
  "ITEM:PENDING_DISCONNECT": { reason: "INSTITUTION_MIGRATION", disconnectAt: AT },
  "ITEM:USER_PERMISSION_REVOKED": {},
  "ITEM:USER_ACCOUNT_REVOKED": ACCOUNT,
  "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED": { url: "https://shop.example/webhook" },
  "TRANSACTIONS:INITIAL_UPDATE": { newTransactions: 19 },
  "TRANSACTIONS:HISTORICAL_UPDATE": { newTransactions: 231 },
  "TRANSACTIONS:DEFAULT_UPDATE": { newTransactions: 3 },
  "TRANSACTIONS:TRANSACTIONS_REMOVED": { transactionIds: ["example-transaction"] },
  "TRANSACTIONS:SYNC_UPDATES_AVAILABLE": { initialComplete: true, historicalComplete: true },
  "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE": { accountIds: [ACCOUNT.accountId] },
  "AUTH:AUTOMATICALLY_VERIFIED": ACCOUNT,
  "AUTH:VERIFICATION_EXPIRED": ACCOUNT,
  "AUTH:DEFAULT_UPDATE": { newAccountIds: [ACCOUNT.accountId], updatedAccountIds: [] },
  "IDENTITY:DEFAULT_UPDATE": { changes: new Map([[ACCOUNT.accountId, ["EMAILS"]]]) },
  "INCOME:PRODUCT_READY": {},
  "LIABILITIES:DEFAULT_UPDATE": {
    newAccountIds: [],
    changes: new Map([[ACCOUNT.accountId, ["last_payment_date", "next_payment_due_date"]]]),
  },
  "HOLDINGS:DEFAULT_UPDATE": { newHoldings: 1, updatedHoldings: 4 },
  "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE": { newTransactions: 2, canceledTransactions: 0 },
  "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE": { newTransactions: 112, canceledTransactions: 0 },
  "STATEMENTS:STATEMENTS_REFRESH_COMPLETE": { result: "SUCCESS" },
  "ASSETS:PRODUCT_READY": { assetReportId: "example-report", reportType: "FULL" },
  "ASSETS:ERROR": { assetReportId: "example-report", error: "ASSET_REPORT_GENERATION_FAILED" },
  "LINK:ITEM_ADD_RESULT": { ...SESSION, publicToken: "public-sandbox-example" },
  "LINK:SESSION_FINISHED": {
    ...SESSION,
    status: "SUCCESS",
    publicTokens: ["public-sandbox-example"],
  },
  "LINK:EVENTS": { ...SESSION, events: [{ eventName: "OPEN", metadata: {} }] },
  "LINK:INSTITUTION_AVAILABLE": {
    ...SESSION,
    institutionId: "ins_109508",
    clientUserId: "example-user",
  },
  "DASHBOARD_CONFIGURED_ALERT:INSTITUTION_STATUS_ALERT_TRIGGERED": {
    institutionId: "ins_109508",
    institutionName: "First Platypus Bank",
    kind: "item_logins",
    status: "DOWN",
    since: AT,
    successRate: 0.2,
  },
  "CHECK_REPORT:CHECK_REPORT_READY": READY,
  "CHECK_REPORT:CHECK_REPORT_FAILED": { ...USER, ...ITEMS },
  "CHECK_REPORT:USER_CHECK_REPORT_READY": READY,
  "CHECK_REPORT:USER_CHECK_REPORT_FAILED": { ...USER, ...ITEMS },
  "CASH_FLOW_UPDATES:INSIGHTS_UPDATED": USER,
  "CASH_FLOW_UPDATES:LARGE_DEPOSIT_DETECTED": USER,
  "CASH_FLOW_UPDATES:LOW_BALANCE_DETECTED": USER,
  "CASH_FLOW_UPDATES:NEW_LOAN_PAYMENT_DETECTED": USER,
  "CASH_FLOW_UPDATES:NSF_OVERDRAFT_DETECTED": USER,
  "CASH_FLOW_UPDATES:CASH_FLOW_INSIGHTS_UPDATED": { ...USER, insights: ["LARGE_DEPOSIT_DETECTED"] },
};

/**
 * Returns the job that delivers an example. The example is signed and retried like other webhooks,
 * but does not appear in an Item's status.
 */
export const exampleWebhook = (
  services: Pick<Services, "environment" | "clock" | "random" | "vault">,
  name: WebhookName,
  { clientId, url }: { clientId: string; url: string },
): NewJob => {
  const deliveryId = opaqueId(services.random);
  const isOfItem = /^(ITEM|TRANSACTIONS|AUTH|IDENTITY|INCOME):/.test(name);
  const event = { name, ...EXAMPLES[name] } as WebhookOf<WebhookName>;
  const body = toBody(event, isOfItem ? "example-item" : null, services.environment);
  return deliveryJob(services, {
    deliveryId,
    clientId,
    itemId: null,
    url,
    webhook: name,
    sealedBody: services.vault.seal(deliveryPurpose(deliveryId), JSON.stringify(body)),
  });
};
