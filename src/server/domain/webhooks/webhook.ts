import type { ErrorCode } from "../../../protocol/errors.ts";
import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";

/** What an application is told of one of its Items, by `type:code`, and what has to be known for it. */
type ItemWebhooks = {
  "ITEM:ERROR": { error: ErrorCode };
  "ITEM:LOGIN_REPAIRED": object;
  "ITEM:NEW_ACCOUNTS_AVAILABLE": object;
  /** The consent ends, where it is the law that ends it. Times are ms since 1970. */
  "ITEM:PENDING_EXPIRATION": { expiresAt: number };
  /** The connection ends, for another reason. */
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
  /** What changed of each account's owners: some of ADDRESSES, EMAILS, NAMES, PHONE_NUMBERS. */
  "IDENTITY:DEFAULT_UPDATE": { changes: ReadonlyMap<string, readonly IdentityPart[]> };
  "INCOME:PRODUCT_READY": object;
};

/** What an application is told of a report that it asked for, or of a Link session of its users. */
type ClientWebhooks = {
  "ASSETS:PRODUCT_READY": { assetReportId: string; reportType: "FULL" | "FAST" };
  "ASSETS:ERROR": { assetReportId: string; error: ErrorCode };
  "LINK:ITEM_ADD_RESULT": SessionReference & { publicToken: string };
  "LINK:SESSION_FINISHED": SessionReference & {
    status: "SUCCESS" | "EXITED";
    publicToken: string | null;
  };
  /** The session's events, as they reached the page. */
  "LINK:EVENTS": SessionReference & {
    events: readonly { eventName: string; metadata: Readonly<Record<string, string>> }[];
  };
};

type IdentityPart = "ADDRESSES" | "EMAILS" | "NAMES" | "PHONE_NUMBERS";

/** What names a Link session to its application; no link token where it was opened by key. */
export type SessionReference = { linkSessionId: string; linkToken: string | null };

type Named<Events> = {
  [Name in keyof Events]: { name: Name } & Events[Name];
}[keyof Events];

export type ItemWebhook = Named<ItemWebhooks>;
export type ClientWebhook = Named<ClientWebhooks>;

/** Every webhook by its `type:code`. */
export type WebhookName = (ItemWebhook | ClientWebhook)["name"];

/** What is told under a name. */
export type WebhookOf<Name extends WebhookName> = Extract<
  ItemWebhook | ClientWebhook,
  { name: Name }
>;

/**
 * Says things to applications. The answer is the jobs that do it, for the store method that makes the
 * event true to add in its transaction; there are none where there is no address.
 */
export type Webhooks = {
  forItem(item: Pick<Item, "itemId" | "clientId" | "webhook">, event: ItemWebhook): NewJob[];
  /** What is told under a name is told once, however often it is told. */
  forClient(
    receiver: { clientId: string; webhook: string | null },
    event: ClientWebhook,
    name?: string,
  ): NewJob[];
};

/** The name of the job that delivers a webhook. */
export const DELIVERY_JOB = "deliver-webhook";

/** What a webhook's body is sealed for: it opens as the body of this delivery only. */
export const deliveryPurpose = (deliveryId: string): string => `webhook-body:${deliveryId}`;
