import type { Product } from "../../../protocol/vocabulary.ts";
import { opaqueId } from "../../domain/identifiers.ts";
import { EXPIRY_NOTICE_MS } from "../../domain/items/item-state.ts";
import type { NewJob } from "../../domain/jobs/job.ts";
import type { Item } from "../../domain/ports.ts";
import type { World } from "../../domain/services.ts";
import type { ItemNews, OwnNews } from "../../domain/webhooks/webhook.ts";

type Scene = { item: Item; accountIds: readonly string[]; world: World };

/** Something to tell of an Item, as if it had happened; null where it cannot happen to this one. */
type Sample = (scene: Scene) => ItemNews | OwnNews | null;

const always =
  (news: ItemNews): Sample =>
  () =>
    news;

/** News of a product that the Item has to have. */
const of =
  (product: Product, sample: Sample): Sample =>
  (scene) =>
    scene.item.products.includes(product) ? sample(scene) : null;

const ofFirstAccount =
  (sample: (accountId: string) => ItemNews): Sample =>
  ({ accountIds: [first] }) =>
    first === undefined ? null : sample(first);

/**
 * What `/sandbox/item/fire_webhook` can tell, by `type:code`. Where several types have one code the
 * first one that fits the Item is meant.
 */
const SAMPLES: Readonly<Record<string, Sample>> = {
  "ITEM:ERROR": always({ webhook: "ITEM:ERROR", error: "ITEM_LOGIN_REQUIRED" }),
  "ITEM:LOGIN_REPAIRED": always({ webhook: "ITEM:LOGIN_REPAIRED" }),
  "ITEM:NEW_ACCOUNTS_AVAILABLE": always({ webhook: "ITEM:NEW_ACCOUNTS_AVAILABLE" }),
  "ITEM:PENDING_EXPIRATION": ({ item, world }) => ({
    webhook: "ITEM:PENDING_EXPIRATION",
    expiresAt: item.consentExpiresAt ?? world.clock() + EXPIRY_NOTICE_MS,
  }),
  "ITEM:PENDING_DISCONNECT": ({ item, world }) => ({
    webhook: "ITEM:PENDING_DISCONNECT",
    reason: "INSTITUTION_TOKEN_EXPIRATION",
    disconnectAt: item.consentExpiresAt ?? world.clock() + EXPIRY_NOTICE_MS,
  }),
  "ITEM:USER_PERMISSION_REVOKED": always({ webhook: "ITEM:USER_PERMISSION_REVOKED" }),
  "ITEM:USER_ACCOUNT_REVOKED": ofFirstAccount((accountId) => ({
    webhook: "ITEM:USER_ACCOUNT_REVOKED",
    accountId,
  })),
  "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED": ({ item }) =>
    item.webhook === null
      ? null
      : { webhook: "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED", url: item.webhook },
  "TRANSACTIONS:INITIAL_UPDATE": of(
    "transactions",
    always({ webhook: "TRANSACTIONS:INITIAL_UPDATE", newTransactions: 19 }),
  ),
  "TRANSACTIONS:HISTORICAL_UPDATE": of(
    "transactions",
    always({ webhook: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions: 231 }),
  ),
  "TRANSACTIONS:DEFAULT_UPDATE": of(
    "transactions",
    always({ webhook: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions: 3 }),
  ),
  "TRANSACTIONS:TRANSACTIONS_REMOVED": of("transactions", ({ world }) => ({
    webhook: "TRANSACTIONS:TRANSACTIONS_REMOVED",
    transactionIds: [opaqueId(world.random, 37), opaqueId(world.random, 37)],
  })),
  "TRANSACTIONS:SYNC_UPDATES_AVAILABLE": of(
    "transactions",
    always({
      webhook: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
      initialComplete: true,
      historicalComplete: true,
    }),
  ),
  "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE": of("transactions", ({ accountIds }) => ({
    webhook: "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE",
    accountIds,
  })),
  "AUTH:AUTOMATICALLY_VERIFIED": of(
    "auth",
    ofFirstAccount((accountId) => ({ webhook: "AUTH:AUTOMATICALLY_VERIFIED", accountId })),
  ),
  "AUTH:VERIFICATION_EXPIRED": of(
    "auth",
    ofFirstAccount((accountId) => ({ webhook: "AUTH:VERIFICATION_EXPIRED", accountId })),
  ),
  "AUTH:DEFAULT_UPDATE": of("auth", ({ accountIds }) => ({
    webhook: "AUTH:DEFAULT_UPDATE",
    newAccountIds: [],
    updatedAccountIds: accountIds,
  })),
  "IDENTITY:DEFAULT_UPDATE": of("identity", ({ accountIds }) => ({
    webhook: "IDENTITY:DEFAULT_UPDATE",
    changes: new Map(accountIds.map((accountId) => [accountId, ["PHONE_NUMBERS"]])),
  })),
  "INCOME:PRODUCT_READY": of("income", always({ webhook: "INCOME:PRODUCT_READY" })),
  "ASSETS:PRODUCT_READY": of("assets", ({ world }) => ({
    webhook: "ASSETS:PRODUCT_READY",
    assetReportId: opaqueId(world.random, 36),
    reportType: "FULL",
  })),
  "ASSETS:ERROR": of("assets", ({ world }) => ({
    webhook: "ASSETS:ERROR",
    assetReportId: opaqueId(world.random, 36),
    error: "ASSET_REPORT_GENERATION_FAILED",
  })),
};

const NAMES = Object.keys(SAMPLES);

/** The types and codes that can be fired. */
export const SAMPLE_TYPES = [...new Set(NAMES.map((name) => name.split(":")[0] ?? ""))];
export const SAMPLE_CODES = [...new Set(NAMES.map((name) => name.split(":")[1] ?? ""))];

/** The job that tells of an Item under a code; null where nothing of that code fits it. */
export const sampleNews = (
  scene: Scene,
  code: string,
  type: string | undefined,
): readonly NewJob[] | null => {
  const { item, world } = scene;
  for (const name of NAMES) {
    if (name !== `${type ?? name.split(":")[0]}:${code}`) continue;
    const news = SAMPLES[name]?.(scene);
    if (!news) continue;
    return isOfItem(news) ? world.webhooks.about(item, news) : world.webhooks.tell(item, news);
  }
  return null;
};

const isOfItem = (news: ItemNews | OwnNews): news is ItemNews =>
  !news.webhook.startsWith("ASSETS:") && !news.webhook.startsWith("LINK:");
