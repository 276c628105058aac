import { z } from "zod";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { endpoint } from "../endpoint.ts";
import { ProcessorToken, WebhookUrl } from "../fields.ts";
import { PROCESSOR_REFUSALS, processorAccount } from "./processor-account.ts";

/** Changes the webhook address of a processor token; null switches webhooks off. */
export const updateProcessorWebhook = endpoint({
  path: "/processor/token/webhook/update",
  effect: "write",
  products: [],
  summary: "Update the webhook URL of a processor_token.",
  description:
    "It gets the webhooks of the transactions of the token's account, if the token permits `transactions`: each with " +
    "`account_id` in place of `item_id`. Those of the application go on. With null, none are sent.",
  refusals: PROCESSOR_REFUSALS,
  request: z.strictObject({ processor_token: ProcessorToken, webhook: WebhookUrl.nullish() }),
  response: z.strictObject({}),
  async handle({ processor_token, webhook = null }, context) {
    const { client, store, webhooks } = context;
    requireSafeWebhookUrl("webhook", webhook, context);
    const { record } = await processorAccount(processor_token, null, context, "renewal");
    const receiver = webhook === null ? null : { clientId: client.clientId, webhook };
    const { itemId, accountId } = record;
    const acknowledgement = receiver
      ? webhooks.forProcessor(
          { itemId, accountId, ...receiver },
          { name: "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED", url: receiver.webhook },
        )
      : [];
    await store.processorTokens.setWebhook(record, receiver, acknowledgement);
    return {};
  },
});
