import type { z } from "zod";
import type { WebhookName, WebhookOf } from "../domain/webhooks/webhook.ts";

/**
 * The definition of a webhook: its name, the schema of its body, and the payload of an event. `webhook_type`,
 * `webhook_code`, `environment` and, for an event of an Item, `item_id` are added to every body.
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
 * Declares a webhook; the event of that name types the argument of `payload`, and the schema its
 * result.
 */
export const defineWebhook = <Name extends WebhookName, Schema extends z.ZodObject>(
  definition: WebhookDefinition<Name, Schema>,
): WebhookDefinition<Name, Schema> => definition;
