import type { z } from "zod";
import type { NewsOf, WebhookName } from "../domain/webhooks/webhook.ts";

/**
 * One webhook: what it is called, the shape of its body, and how the news becomes that. `webhook_type`,
 * `webhook_code`, `environment` and, for news of an Item, `item_id` are added to every body.
 */
export type Webhook<
  Name extends WebhookName = WebhookName,
  Schema extends z.ZodObject = z.ZodObject,
> = {
  name: Name;
  schema: Schema;
  payload(news: NewsOf<Name>): z.input<Schema>;
};

/** Declares a webhook; its name gives `payload` the news, the schema what to make of it. */
export const webhook = <Name extends WebhookName, Schema extends z.ZodObject>(
  declared: Webhook<Name, Schema>,
): Webhook<Name, Schema> => declared;
