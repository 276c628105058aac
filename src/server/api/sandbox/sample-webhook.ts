import type { Product } from "../../../protocol/vocabulary.ts";
import { opaqueId } from "../../domain/identifiers.ts";
import type { Item } from "../../domain/items/item.ts";
import { EXPIRY_NOTICE_MS } from "../../domain/items/item-state.ts";
import type { NewJob } from "../../domain/jobs/job.ts";
import { lookup } from "../../domain/lookup.ts";
import type { Services } from "../../domain/services.ts";
import type {
  ClientWebhook,
  ItemWebhook,
  ProcessorReceiver,
  ProcessorWebhook,
} from "../../domain/webhooks/webhook.ts";

type SampleContext = {
  item: Item;
  accountIds: readonly string[];
  processors: readonly ProcessorReceiver[];
  services: Services;
};

/** The event of a sample webhook; null if this Item cannot have the event. */
type Sample = (context: SampleContext) => ItemWebhook | ClientWebhook | null;

const always =
  (event: ItemWebhook): Sample =>
  () =>
    event;

/** Limits an event to Items with a product. */
const ifProduct =
  (product: Product, sample: Sample): Sample =>
  (context) =>
    context.item.products.includes(product) ? sample(context) : null;

const forFirstAccount =
  (sample: (accountId: string) => ItemWebhook): Sample =>
  ({ accountIds: [first] }) =>
    first === undefined ? null : sample(first);

/**
 * The events for `/sandbox/item/fire_webhook`, by `type:code`. If several types share a code, the
 * first one that fits the Item is sent.
 */
const SAMPLES = lookup<Sample>({
  "ITEM:ERROR": always({ name: "ITEM:ERROR", error: "ITEM_LOGIN_REQUIRED" }),
  "ITEM:LOGIN_REPAIRED": always({ name: "ITEM:LOGIN_REPAIRED" }),
  "ITEM:NEW_ACCOUNTS_AVAILABLE": always({ name: "ITEM:NEW_ACCOUNTS_AVAILABLE" }),
  "ITEM:PENDING_EXPIRATION": ({ item, services }) => ({
    name: "ITEM:PENDING_EXPIRATION",
    expiresAt: item.consentExpiresAt ?? services.clock() + EXPIRY_NOTICE_MS,
  }),
  "ITEM:PENDING_DISCONNECT": ({ item, services }) => ({
    name: "ITEM:PENDING_DISCONNECT",
    reason: "INSTITUTION_TOKEN_EXPIRATION",
    disconnectAt: item.consentExpiresAt ?? services.clock() + EXPIRY_NOTICE_MS,
  }),
  "ITEM:USER_PERMISSION_REVOKED": always({ name: "ITEM:USER_PERMISSION_REVOKED" }),
  "ITEM:USER_ACCOUNT_REVOKED": forFirstAccount((accountId) => ({
    name: "ITEM:USER_ACCOUNT_REVOKED",
    accountId,
  })),
  "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED": ({ item }) =>
    item.webhook === null ? null : { name: "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED", url: item.webhook },
  "TRANSACTIONS:INITIAL_UPDATE": ifProduct(
    "transactions",
    always({ name: "TRANSACTIONS:INITIAL_UPDATE", newTransactions: 19 }),
  ),
  "TRANSACTIONS:HISTORICAL_UPDATE": ifProduct(
    "transactions",
    always({ name: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions: 231 }),
  ),
  "TRANSACTIONS:DEFAULT_UPDATE": ifProduct(
    "transactions",
    always({ name: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions: 3 }),
  ),
  "TRANSACTIONS:TRANSACTIONS_REMOVED": ifProduct("transactions", ({ services }) => ({
    name: "TRANSACTIONS:TRANSACTIONS_REMOVED",
    transactionIds: [opaqueId(services.random, 37), opaqueId(services.random, 37)],
  })),
  "TRANSACTIONS:SYNC_UPDATES_AVAILABLE": ifProduct(
    "transactions",
    always({
      name: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
      initialComplete: true,
      historicalComplete: true,
    }),
  ),
  "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE": ifProduct("transactions", ({ accountIds }) => ({
    name: "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE",
    accountIds,
  })),
  "AUTH:AUTOMATICALLY_VERIFIED": ifProduct(
    "auth",
    forFirstAccount((accountId) => ({ name: "AUTH:AUTOMATICALLY_VERIFIED", accountId })),
  ),
  "AUTH:VERIFICATION_EXPIRED": ifProduct(
    "auth",
    forFirstAccount((accountId) => ({ name: "AUTH:VERIFICATION_EXPIRED", accountId })),
  ),
  "AUTH:DEFAULT_UPDATE": ifProduct("auth", ({ accountIds }) => ({
    name: "AUTH:DEFAULT_UPDATE",
    newAccountIds: [],
    updatedAccountIds: accountIds,
  })),
  "IDENTITY:DEFAULT_UPDATE": ifProduct("identity", ({ accountIds }) => ({
    name: "IDENTITY:DEFAULT_UPDATE",
    changes: new Map(accountIds.map((accountId) => [accountId, ["PHONE_NUMBERS"]])),
  })),
  "LIABILITIES:DEFAULT_UPDATE": ifProduct("liabilities", ({ accountIds }) => ({
    name: "LIABILITIES:DEFAULT_UPDATE",
    newAccountIds: [],
    changes: new Map(accountIds.map((accountId) => [accountId, ["last_payment_date"]])),
  })),
  "STATEMENTS:STATEMENTS_REFRESH_COMPLETE": ifProduct(
    "statements",
    always({ name: "STATEMENTS:STATEMENTS_REFRESH_COMPLETE", result: "SUCCESS" }),
  ),
  "INCOME:PRODUCT_READY": ifProduct("income", always({ name: "INCOME:PRODUCT_READY" })),
  "HOLDINGS:DEFAULT_UPDATE": ifProduct(
    "investments",
    always({ name: "HOLDINGS:DEFAULT_UPDATE", newHoldings: 1, updatedHoldings: 4 }),
  ),
  "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE": ifProduct(
    "investments",
    always({
      name: "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE",
      newTransactions: 2,
      canceledTransactions: 0,
    }),
  ),
  "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE": ifProduct(
    "investments",
    always({
      name: "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE",
      newTransactions: 112,
      canceledTransactions: 0,
    }),
  ),
  "ASSETS:PRODUCT_READY": ifProduct("assets", ({ services }) => ({
    name: "ASSETS:PRODUCT_READY",
    assetReportId: opaqueId(services.random, 36),
    reportType: "FULL",
  })),
  "ASSETS:ERROR": ifProduct("assets", ({ services }) => ({
    name: "ASSETS:ERROR",
    assetReportId: opaqueId(services.random, 36),
    error: "ASSET_REPORT_GENERATION_FAILED",
  })),
});

const NAMES = Object.keys(SAMPLES);

/** The types and codes of sample webhooks. */
export const SAMPLE_TYPES = [...new Set(NAMES.map((name) => name.split(":")[0] ?? ""))];
export const SAMPLE_CODES = [...new Set(NAMES.map((name) => name.split(":")[1] ?? ""))];

/** The jobs that deliver a sample webhook of an Item; null if no webhook of the code fits. */
export const sampleWebhook = (
  context: SampleContext,
  code: string,
  type: string | undefined,
): readonly NewJob[] | null => {
  const { item, processors, services } = context;
  for (const name of NAMES) {
    if (name !== `${type ?? name.split(":")[0]}:${code}`) continue;
    const event = SAMPLES[name]?.(context);
    if (!event) continue;
    if (!isItemWebhook(event)) return services.webhooks.forClient(item, event);
    return [
      ...services.webhooks.forItem(item, event),
      ...(isForProcessors(event)
        ? processors.flatMap((receiver) => services.webhooks.forProcessor(receiver, event))
        : []),
    ];
  }
  return null;
};

const isItemWebhook = (event: ItemWebhook | ClientWebhook): event is ItemWebhook =>
  !event.name.startsWith("ASSETS:") && !event.name.startsWith("LINK:");

const isForProcessors = (event: ItemWebhook): event is ProcessorWebhook =>
  event.name.startsWith("TRANSACTIONS:");
