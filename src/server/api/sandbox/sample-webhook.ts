import type { Product } from "../../../protocol/vocabulary.ts";
import { opaqueId } from "../../domain/identifiers.ts";
import type { Item } from "../../domain/items/item.ts";
import { EXPIRY_NOTICE_MS } from "../../domain/items/item-state.ts";
import type { NewJob } from "../../domain/jobs/job.ts";
import type { Services } from "../../domain/services.ts";
import type { ClientWebhook, ItemWebhook } from "../../domain/webhooks/webhook.ts";

type Scene = { item: Item; accountIds: readonly string[]; services: Services };

/** Something to tell of an Item, as if it had happened; null where it cannot happen to this one. */
type Sample = (scene: Scene) => ItemWebhook | ClientWebhook | null;

const always =
  (event: ItemWebhook): Sample =>
  () =>
    event;

/** News of a product that the Item has to have. */
const of =
  (product: Product, sample: Sample): Sample =>
  (scene) =>
    scene.item.products.includes(product) ? sample(scene) : null;

const ofFirstAccount =
  (sample: (accountId: string) => ItemWebhook): Sample =>
  ({ accountIds: [first] }) =>
    first === undefined ? null : sample(first);

/**
 * What `/sandbox/item/fire_webhook` can tell, by `type:code`. Where several types have one code the
 * first one that fits the Item is meant.
 */
const SAMPLES: Readonly<Record<string, Sample>> = {
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
  "ITEM:USER_ACCOUNT_REVOKED": ofFirstAccount((accountId) => ({
    name: "ITEM:USER_ACCOUNT_REVOKED",
    accountId,
  })),
  "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED": ({ item }) =>
    item.webhook === null ? null : { name: "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED", url: item.webhook },
  "TRANSACTIONS:INITIAL_UPDATE": of(
    "transactions",
    always({ name: "TRANSACTIONS:INITIAL_UPDATE", newTransactions: 19 }),
  ),
  "TRANSACTIONS:HISTORICAL_UPDATE": of(
    "transactions",
    always({ name: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions: 231 }),
  ),
  "TRANSACTIONS:DEFAULT_UPDATE": of(
    "transactions",
    always({ name: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions: 3 }),
  ),
  "TRANSACTIONS:TRANSACTIONS_REMOVED": of("transactions", ({ services }) => ({
    name: "TRANSACTIONS:TRANSACTIONS_REMOVED",
    transactionIds: [opaqueId(services.random, 37), opaqueId(services.random, 37)],
  })),
  "TRANSACTIONS:SYNC_UPDATES_AVAILABLE": of(
    "transactions",
    always({
      name: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
      initialComplete: true,
      historicalComplete: true,
    }),
  ),
  "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE": of("transactions", ({ accountIds }) => ({
    name: "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE",
    accountIds,
  })),
  "AUTH:AUTOMATICALLY_VERIFIED": of(
    "auth",
    ofFirstAccount((accountId) => ({ name: "AUTH:AUTOMATICALLY_VERIFIED", accountId })),
  ),
  "AUTH:VERIFICATION_EXPIRED": of(
    "auth",
    ofFirstAccount((accountId) => ({ name: "AUTH:VERIFICATION_EXPIRED", accountId })),
  ),
  "AUTH:DEFAULT_UPDATE": of("auth", ({ accountIds }) => ({
    name: "AUTH:DEFAULT_UPDATE",
    newAccountIds: [],
    updatedAccountIds: accountIds,
  })),
  "IDENTITY:DEFAULT_UPDATE": of("identity", ({ accountIds }) => ({
    name: "IDENTITY:DEFAULT_UPDATE",
    changes: new Map(accountIds.map((accountId) => [accountId, ["PHONE_NUMBERS"]])),
  })),
  "INCOME:PRODUCT_READY": of("income", always({ name: "INCOME:PRODUCT_READY" })),
  "ASSETS:PRODUCT_READY": of("assets", ({ services }) => ({
    name: "ASSETS:PRODUCT_READY",
    assetReportId: opaqueId(services.random, 36),
    reportType: "FULL",
  })),
  "ASSETS:ERROR": of("assets", ({ services }) => ({
    name: "ASSETS:ERROR",
    assetReportId: opaqueId(services.random, 36),
    error: "ASSET_REPORT_GENERATION_FAILED",
  })),
};

const NAMES = Object.keys(SAMPLES);

/** The types and codes that can be fired. */
export const SAMPLE_TYPES = [...new Set(NAMES.map((name) => name.split(":")[0] ?? ""))];
export const SAMPLE_CODES = [...new Set(NAMES.map((name) => name.split(":")[1] ?? ""))];

/** The job that tells of an Item under a code; null where nothing of that code fits it. */
export const sampleWebhook = (
  scene: Scene,
  code: string,
  type: string | undefined,
): readonly NewJob[] | null => {
  const { item, services } = scene;
  for (const name of NAMES) {
    if (name !== `${type ?? name.split(":")[0]}:${code}`) continue;
    const event = SAMPLES[name]?.(scene);
    if (!event) continue;
    return isOfItem(event)
      ? services.webhooks.forItem(item, event)
      : services.webhooks.forClient(item, event);
  }
  return null;
};

const isOfItem = (event: ItemWebhook | ClientWebhook): event is ItemWebhook =>
  !event.name.startsWith("ASSETS:") && !event.name.startsWith("LINK:");
