import type { ConsentEnd } from "../../../protocol/errors/consent-ends.ts";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { CashFlowInsight } from "../../../protocol/reports/cash-flow.ts";
import type { RequestKind } from "../institutions/request-quota.ts";
import type { NewJob } from "../jobs/job.ts";

/** The webhooks about an Item by `type:code`, with their data. */
type ItemWebhooks = {
  /** With the reason of an ended consent, if that is the error and it is known. */
  "ITEM:ERROR": { error: ErrorCode; consentEnd?: ConsentEnd | null };
  "ITEM:LOGIN_REPAIRED": object;
  "ITEM:NEW_ACCOUNTS_AVAILABLE": object;
  /** The consent expires by law. Times are ms since 1970. */
  "ITEM:PENDING_EXPIRATION": { expiresAt: number };
  /** The connection ends for a reason other than the end of its consent. */
  "ITEM:PENDING_DISCONNECT": {
    reason: "INSTITUTION_MIGRATION" | "INSTITUTION_TOKEN_EXPIRATION";
    disconnectAt: number;
  };
  "ITEM:USER_PERMISSION_REVOKED": object;
  "ITEM:USER_ACCOUNT_REVOKED": { accountId: string };
  "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED": { url: string };
  "TRANSACTIONS:INITIAL_UPDATE": { newTransactions: number };
  "TRANSACTIONS:HISTORICAL_UPDATE": { newTransactions: number };
  "TRANSACTIONS:DEFAULT_UPDATE": { newTransactions: number };
  "TRANSACTIONS:TRANSACTIONS_REMOVED": { transactionIds: readonly string[] };
  "TRANSACTIONS:SYNC_UPDATES_AVAILABLE": { initialComplete: boolean; historicalComplete: boolean };
  "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE": { accountIds: readonly string[] };
  "AUTH:AUTOMATICALLY_VERIFIED": { accountId: string };
  "AUTH:VERIFICATION_EXPIRED": { accountId: string };
  "AUTH:DEFAULT_UPDATE": { newAccountIds: readonly string[]; updatedAccountIds: readonly string[] };
  /** The changes of each account's owners: some of ADDRESSES, EMAILS, NAMES, PHONE_NUMBERS. */
  "IDENTITY:DEFAULT_UPDATE": { changes: ReadonlyMap<string, readonly IdentityPart[]> };
  "INCOME:PRODUCT_READY": object;
  /** The fields of each account that have changed, and the accounts whose terms were not known before. */
  "LIABILITIES:DEFAULT_UPDATE": {
    newAccountIds: readonly string[];
    changes: ReadonlyMap<string, readonly string[]>;
  };
  "HOLDINGS:DEFAULT_UPDATE": { newHoldings: number; updatedHoldings: number };
  "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE": InvestmentChanges;
  "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE": InvestmentChanges;
  /** The statements that /statements/refresh has asked for are read, or cannot be. */
  "STATEMENTS:STATEMENTS_REFRESH_COMPLETE": { result: "SUCCESS" | "FAILURE" };
};

/** How many investment transactions are new, and how many were taken back. */
type InvestmentChanges = { newTransactions: number; canceledTransactions: number };

/** The webhooks about a report, a user or a Link session, with their data. */
type ClientWebhooks = {
  "ASSETS:PRODUCT_READY": { assetReportId: string; reportType: "FULL" | "FAST" };
  "ASSETS:ERROR": { assetReportId: string; error: ErrorCode };
  "LINK:ITEM_ADD_RESULT": SessionReference & { publicToken: string };
  "LINK:SESSION_FINISHED": SessionReference & {
    status: "SUCCESS" | "EXITED";
    /** The public tokens of all Items that the session has connected, the newest last. */
    publicTokens: readonly string[];
  };
  /** The session's events, as the page received them. */
  "LINK:EVENTS": SessionReference & {
    events: readonly { eventName: string; metadata: Readonly<Record<string, string>> }[];
  };
  /** The institution works again at which the session's user could not sign in. */
  "LINK:INSTITUTION_AVAILABLE": SessionReference & {
    institutionId: string;
    clientUserId: string | null;
  };
  /** Most requests of a kind fail at an institution, or succeed again. */
  "DASHBOARD_CONFIGURED_ALERT:INSTITUTION_STATUS_ALERT_TRIGGERED": {
    institutionId: string;
    institutionName: string;
    kind: RequestKind;
    status: "DOWN" | "HEALTHY";
    /** In ms since 1970. */
    since: number;
    /** From 0 to 1. */
    successRate: number;
  };
  "CHECK_REPORT:CHECK_REPORT_READY": ReadyReport;
  "CHECK_REPORT:CHECK_REPORT_FAILED": FailedReport;
  "CHECK_REPORT:USER_CHECK_REPORT_READY": ReadyReport;
  "CHECK_REPORT:USER_CHECK_REPORT_FAILED": FailedReport;
  "CASH_FLOW_UPDATES:INSIGHTS_UPDATED": UserReference;
  "CASH_FLOW_UPDATES:LARGE_DEPOSIT_DETECTED": UserReference;
  "CASH_FLOW_UPDATES:LOW_BALANCE_DETECTED": UserReference;
  "CASH_FLOW_UPDATES:NEW_LOAN_PAYMENT_DETECTED": UserReference;
  "CASH_FLOW_UPDATES:NSF_OVERDRAFT_DETECTED": UserReference;
  "CASH_FLOW_UPDATES:CASH_FLOW_INSIGHTS_UPDATED": UserReference & {
    insights: readonly CashFlowInsight[];
  };
};

/** The user that a webhook refers to; the code decides which of the user's ids it is (`webhookUserId`). */
type UserReference = { userId: string };

/** A consumer report that can be read: its products with and without data, and its Items. */
type ReadyReport = UserReference & {
  successfulProducts: readonly string[];
  failedProducts: readonly string[];
  itemIds: readonly string[];
};

type FailedReport = UserReference & { itemIds: readonly string[] };

type IdentityPart = "ADDRESSES" | "EMAILS" | "NAMES" | "PHONE_NUMBERS";

/** The Link session that a webhook refers to; without link token if a public key opened it. */
export type SessionReference = { linkSessionId: string; linkToken: string | null };

type EventUnion<Events> = {
  [Name in keyof Events]: { name: Name } & Events[Name];
}[keyof Events];

export type ItemWebhook = EventUnion<ItemWebhooks>;
export type ClientWebhook = EventUnion<ClientWebhooks>;

/** Every webhook by its `type:code`. */
export type WebhookName = (ItemWebhook | ClientWebhook)["name"];

/** The webhook of a name. */
export type WebhookOf<Name extends WebhookName> = Extract<
  ItemWebhook | ClientWebhook,
  { name: Name }
>;

/** An Item, and the address that its webhooks go to; null for none. */
export type ItemReceiver = { itemId: string; clientId: string; webhook: string | null };

/** The account of a processor token, and the address that its webhooks go to, which is a processor's. */
export type ProcessorReceiver = {
  itemId: string;
  accountId: string;
  clientId: string;
  webhook: string;
};

/** The webhooks that processors get: of the transactions of the account that they read. */
export type ProcessorWebhook = WebhookOf<
  Extract<WebhookName, `TRANSACTIONS:${string}`> | "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED"
>;

/**
 * Notifies applications through the outbox: returns the jobs for the store method that makes the event
 * true to add in its transaction; none if there is no address.
 */
export type Webhooks = {
  forItem(item: ItemReceiver, event: ItemWebhook): NewJob[];
  forProcessor(receiver: ProcessorReceiver, event: ProcessorWebhook): NewJob[];
  /** With a name it is idempotent: a second webhook of that name is not sent. */
  forClient(
    receiver: { clientId: string; webhook: string | null },
    event: ClientWebhook,
    name?: string,
  ): NewJob[];
};

/** The name of the job that delivers a webhook. */
export const DELIVERY_JOB = "deliver-webhook";

/** The purpose under which a webhook's body is sealed: it opens for this delivery only. */
export const deliveryPurpose = (deliveryId: string): string => `webhook-body:${deliveryId}`;
