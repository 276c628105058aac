import type { z } from "zod";
import type { WebhookName, WebhookOf } from "../domain/webhooks/webhook.ts";

/**
 * The definition of a webhook: its name, the schema of its body, and the payload of an event. Every
 * body also has `webhook_type`, `webhook_code` and `environment`, and `item_id` for an event of an
 * Item.
 */
export type WebhookDefinition<
  Name extends WebhookName = WebhookName,
  Schema extends z.ZodObject = z.ZodObject,
> = {
  name: Name;
  schema: Schema;
  payload(event: WebhookOf<Name>): z.input<Schema>;
};

/**
 * Declares a webhook. The event's type is the argument of `payload`, and the schema types the
 * result.
 */
export const defineWebhook = <Name extends WebhookName, Schema extends z.ZodObject>(
  definition: WebhookDefinition<Name, Schema>,
): WebhookDefinition<Name, Schema> => definition;
