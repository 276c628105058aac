import { z } from "zod";
import { MONITORED_CATEGORIES } from "../../../protocol/reports/monitoring-insights.ts";
import { Fault } from "../../domain/fault.ts";
import { toUuid } from "../../domain/identifiers.ts";
import type { Item } from "../../domain/items/item.ts";
import { readsTransactions } from "../../domain/transactions/transaction-feed.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { endpoint } from "../endpoint.ts";
import { ItemId, UserId, UserToken, WebhookUrl } from "../fields.ts";
import { findUser } from "../user-of.ts";

const SubscriptionId = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ["f17efbdd-caab-4278-8ece-963511cd3d51"] });

/** Subscribes to the cash flow of a user at one Item. */
export const subscribeCashFlow = endpoint({
  path: "/cra/monitoring_insights/subscribe",
  effect: "write",
  products: ["cra_income_insights"],
  summary: "Subscribe to the cash flow of a user at an Item.",
  description:
    "The CASH_FLOW_UPDATES webhooks of the Item go to `webhook` as well as to the Item's own address. A user has one " +
    "subscription: a second call for the same Item changes its address and categories.",
  refusals: ["INVALID_USER_ID", "INVALID_USER_TOKEN", "ITEM_NOT_FOUND"],
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
    item_id: ItemId.optional().meta({
      description: "By default the user's first Item with transactions.",
      examples: [],
    }),
    webhook: WebhookUrl,
    income_categories: z
      .array(z.enum(MONITORED_CATEGORIES))
      .max(MONITORED_CATEGORIES.length)
      .nullish()
      .meta({
        description:
          "The categories that the insights have; all of them by default, and if the list is empty.",
        examples: [["SALARY"]],
      }),
  }),
  response: z.strictObject({ subscription_id: SubscriptionId }),
  async handle({ item_id, webhook, income_categories, ...fields }, context) {
    const { clock, random, store } = context;
    requireSafeWebhookUrl("webhook", webhook, context);
    const { userId } = await findUser(fields, context);
    const item = monitoredItem(await store.users.items(userId), item_id);
    const subscription = await store.cashFlowSubscriptions.add({
      subscriptionId: toUuid(random(16)),
      userId,
      itemId: item.itemId,
      webhook,
      incomeCategories: income_categories?.length ? [...new Set(income_categories)] : null,
      createdAt: clock(),
    });
    if (subscription.itemId !== item.itemId)
      throw new Fault("INVALID_FIELD", {
        message:
          `item_id is another Item than that of the user's subscription, ${subscription.itemId}; ` +
          "end it by /cra/monitoring_insights/unsubscribe first",
      });
    return { subscription_id: subscription.subscriptionId };
  },
});

function monitoredItem(items: readonly Item[], itemId: string | undefined): Item {
  const candidates = itemId === undefined ? items : items.filter((item) => item.itemId === itemId);
  const [item] = candidates.filter(readsTransactions);
  if (item) return item;
  throw new Fault("ITEM_NOT_FOUND", {
    message:
      itemId === undefined
        ? "the user has no Item with transactions"
        : "item_id must be an Item of the user that has transactions",
  });
}

/** Ends a subscription to the cash flow of a user. */
export const unsubscribeCashFlow = endpoint({
  path: "/cra/monitoring_insights/unsubscribe",
  effect: "write",
  products: ["cra_income_insights"],
  summary: "End a subscription to the cash flow of a user.",
  description:
    "The webhooks that go to the Item's own address go on; /user/products/terminate ends those, too.",
  request: z.strictObject({ subscription_id: SubscriptionId }),
  response: z.strictObject({}),
  async handle({ subscription_id }, { client, store }) {
    if (!(await store.cashFlowSubscriptions.remove(subscription_id, client.clientId)))
      throw new Fault("INVALID_FIELD", {
        message: "subscription_id must be that of a subscription that has not ended",
      });
    return {};
  },
});
