import type { ConsentEnd } from "../../../protocol/errors/consent-ends.ts";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { CashFlowInsight } from "../../../protocol/reports/cash-flow.ts";
import type { RequestKind } from "../institutions/request-quota.ts";
import type { NewJob } from "../jobs/job.ts";

/** The webhooks about an Item by `type:code`, with their data. */
type ItemWebhooks = {
  /** `consentEnd` is the reason of an ended consent, if known. */
  "ITEM:ERROR": { error: ErrorCode; consentEnd?: ConsentEnd | null };
  "ITEM:LOGIN_REPAIRED": object;
  "ITEM:NEW_ACCOUNTS_AVAILABLE": object;
  /** The consent expires by law. Times are ms since 1970. */
  "ITEM:PENDING_EXPIRATION": { expiresAt: number };
  /** The connection ends for another reason than the end of its consent. */
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
  /** The changed fields of each account, and the accounts with new terms. */
  "LIABILITIES:DEFAULT_UPDATE": {
    newAccountIds: readonly string[];
    changes: ReadonlyMap<string, readonly string[]>;
  };
  "HOLDINGS:DEFAULT_UPDATE": { newHoldings: number; updatedHoldings: number };
  "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE": InvestmentChanges;
  "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE": InvestmentChanges;
  /** The statements of a /statements/refresh request were read, or could not be read. */
  "STATEMENTS:STATEMENTS_REFRESH_COMPLETE": { result: "SUCCESS" | "FAILURE" };
};

/** The numbers of new and of cancelled investment transactions. */
type InvestmentChanges = { newTransactions: number; canceledTransactions: number };

/** The webhooks about a report, a user or a Link session, with their data. */
type ClientWebhooks = {
  "ASSETS:PRODUCT_READY": { assetReportId: string; reportType: "FULL" | "FAST" };
  "ASSETS:ERROR": { assetReportId: string; error: ErrorCode };
  "LINK:ITEM_ADD_RESULT": SessionReference & { publicToken: string };
  "LINK:SESSION_FINISHED": SessionReference & {
    status: "SUCCESS" | "EXITED";
    /** The public tokens of all Items that the session connected, the newest last. */
    publicTokens: readonly string[];
  };
  /** The session's events as the page received them. */
  "LINK:EVENTS": SessionReference & {
    events: readonly { eventName: string; metadata: Readonly<Record<string, string>> }[];
  };
  /** The institution works again after a failed sign-in in the session. */
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

/** The user of a webhook. The code decides which of the user's ids it is (`webhookUserId`). */
type UserReference = { userId: string };

/** A ready consumer report: its products with and without data, and its Items. */
type ReadyReport = UserReference & {
  successfulProducts: readonly string[];
  failedProducts: readonly string[];
  itemIds: readonly string[];
};

type FailedReport = UserReference & { itemIds: readonly string[] };

type IdentityPart = "ADDRESSES" | "EMAILS" | "NAMES" | "PHONE_NUMBERS";

/** The Link session of a webhook; without link token if a public key opened the session. */
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

/** An Item, and its webhook address; null for none. */
export type ItemReceiver = { itemId: string; clientId: string; webhook: string | null };

/** The account of a processor token, and the processor's webhook address. */
export type ProcessorReceiver = {
  itemId: string;
  accountId: string;
  clientId: string;
  webhook: string;
};

/** The webhooks that processors receive, about the transactions of their account. */
export type ProcessorWebhook = WebhookOf<
  Extract<WebhookName, `TRANSACTIONS:${string}`> | "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED"
>;

/**
 * Notifies applications through the outbox. Returns the jobs for the store method that makes the
 * event true, which adds them in its transaction; none without an address.
 */
export type Webhooks = {
  forItem(item: ItemReceiver, event: ItemWebhook): NewJob[];
  forProcessor(receiver: ProcessorReceiver, event: ProcessorWebhook): NewJob[];
  /** Idempotent with a name: a second webhook of that name is not sent. */
  forClient(
    receiver: { clientId: string; webhook: string | null },
    event: ClientWebhook,
    name?: string,
  ): NewJob[];
};

/** The name of the job that delivers a webhook. */
export const DELIVERY_JOB = "deliver-webhook";

/** The purpose for which a webhook's body is sealed, unique to its delivery. */
export const deliveryPurpose = (deliveryId: string): string => `webhook-body:${deliveryId}`;
