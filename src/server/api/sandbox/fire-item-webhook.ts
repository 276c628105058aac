import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { itemOf } from "../item-of.ts";
import { SAMPLE_CODES, SAMPLE_TYPES, sampleWebhook } from "./sample-webhook.ts";

/** Sends a sample webhook of an Item, whose state stays as it is. */
export const fireItemWebhook = endpoint({
  path: "/sandbox/item/fire_webhook",
  summary: "Send a webhook of an Item.",
  description:
    "It is sent and retried like any other, and changes nothing about the Item. Where several types " +
    "have the code, `webhook_type` says which; else it is the first that fits the Item's products.",
  sandboxOnly: true,
  refusals: ["SANDBOX_WEBHOOK_INVALID"],
  request: z.strictObject({
    access_token: Token,
    webhook_code: z.enum(SAMPLE_CODES).meta({ examples: ["ERROR"] }),
    webhook_type: z
      .enum(SAMPLE_TYPES)
      .meta({ examples: ["ITEM"] })
      .optional(),
  }),
  response: z.strictObject({ webhook_fired: z.boolean() }),
  async handle({ access_token, webhook_code, webhook_type }, context) {
    const { store } = context;
    const item = await itemOf(access_token, context, "record");
    if (item.webhook === null)
      throw new Fault("SANDBOX_WEBHOOK_INVALID", {
        message: "the Item has no webhook; give it one with /item/webhook/update",
      });
    const accounts = await store.items.accounts(item.itemId);
    const accountIds = accounts.map(({ account }) => account.account_id);
    const jobs = sampleWebhook({ item, accountIds, services: context }, webhook_code, webhook_type);
    if (!jobs)
      throw new Fault("SANDBOX_WEBHOOK_INVALID", {
        message: `no ${webhook_type ?? "webhook"} of the code ${webhook_code} fits the Item's products`,
      });
    await store.jobs.add(jobs);
    return { webhook_fired: true };
  },
});
