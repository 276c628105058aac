import { z } from "zod";
import { Item } from "../../../protocol/item.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { endpoint } from "../endpoint.ts";
import { Token, WebhookUrl } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";

/** Changes an Item's webhook URL; null or no URL switches webhooks off. */
export const updateWebhook = endpoint({
  path: "/item/webhook/update",
  effect: "write",
  products: [],
  summary: "Update the webhook URL of an Item.",
  description: "Without a URL, or with null, its webhooks go nowhere.",
  request: z.strictObject({ access_token: Token, webhook: WebhookUrl.nullish() }),
  response: z.strictObject({ item: Item }),
  async handle({ access_token, webhook = null }, context) {
    const { store, webhooks } = context;
    requireSafeWebhookUrl("webhook", webhook, context);
    const item = await loadItem(access_token, context, "record");
    const acknowledgement =
      webhook === null
        ? []
        : webhooks.forItem(
            { ...item, webhook },
            { name: "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED", url: webhook },
          );
    await store.items.setWebhook(item.itemId, webhook, acknowledgement);
    return { item: itemShape({ ...item, webhook }, context) };
  },
});
