import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { requireAccess } from "../../domain/items/item-state.ts";
import { endpoint } from "../endpoint.ts";
import { AccountId, Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { changesAccounts, openAccount, stopSharing } from "./change-accounts.ts";
import { SAMPLE_CODES, SAMPLE_TYPES, sampleWebhook } from "./sample-webhook.ts";

/**
 * Sends a sample webhook of an Item. NEW_ACCOUNTS_AVAILABLE and USER_ACCOUNT_REVOKED change the
 * accounts first.
 */
export const fireItemWebhook = endpoint({
  path: "/sandbox/item/fire_webhook",
  effect: "write",
  products: [],
  summary: "Send a webhook of an Item.",
  description:
    "It is sent and retried like any other. If several types have the code, `webhook_type` says " +
    "which; else it is the first that fits the Item's products. Two codes are true: NEW_ACCOUNTS_AVAILABLE " +
    "opens an account at the bank, which update mode offers, unless one is there that the Item does not " +
    "have; USER_ACCOUNT_REVOKED ends the sharing of `account_id`, by default the first account. " +
    "`webhook_fired` is false if that was ended before. All others change nothing about the Item. Processors get " +
    "those of transactions, at the addresses of their tokens.",
  sandboxOnly: true,
  refusals: ["SANDBOX_WEBHOOK_INVALID", "INVALID_ACCOUNT_ID", "USER_PERMISSION_REVOKED"],
  request: z.strictObject({
    access_token: Token,
    webhook_code: z.enum(SAMPLE_CODES).meta({ examples: ["ERROR"] }),
    webhook_type: z
      .enum(SAMPLE_TYPES)
      .meta({ examples: ["ITEM"] })
      .optional(),
    account_id: AccountId.optional().meta({
      description: "With USER_ACCOUNT_REVOKED, the account that is shared no longer.",
      examples: [],
    }),
  }),
  response: z.strictObject({ webhook_fired: z.boolean() }),
  async handle({ access_token, webhook_code, webhook_type, account_id }, context) {
    const { clock, environment, store } = context;
    const item = await loadItem(access_token, context, "record");
    const processors = await store.processorTokens.receivers(item.itemId, "transactions");
    if (item.webhook === null && processors.length === 0)
      throw new Fault("SANDBOX_WEBHOOK_INVALID", {
        message: "the Item has no webhook; give it one with /item/webhook/update",
      });
    const type = webhook_type ?? "ITEM";
    const isRevocation = type === "ITEM" && webhook_code === "USER_ACCOUNT_REVOKED";
    if (account_id !== undefined && !isRevocation)
      throw new Fault("INVALID_FIELD", {
        message: "account_id must be left out without USER_ACCOUNT_REVOKED",
      });
    if (isRevocation) {
      requireAccess(item, "renewal", { environment, now: clock() });
      return { webhook_fired: await stopSharing(item, account_id, context) };
    }
    const isOpening = type === "ITEM" && webhook_code === "NEW_ACCOUNTS_AVAILABLE";
    if (isOpening && changesAccounts(item, context)) {
      requireAccess(item, "renewal", { environment, now: clock() });
      await openAccount(item, context);
      return { webhook_fired: true };
    }
    const accounts = await store.items.accounts(item.itemId);
    const accountIds = accounts.map(({ account }) => account.account_id);
    const sample = { item, accountIds, processors, services: context };
    const jobs = sampleWebhook(sample, webhook_code, webhook_type);
    if (!jobs)
      throw new Fault("SANDBOX_WEBHOOK_INVALID", {
        message: `no ${webhook_type ?? "webhook"} of the code ${webhook_code} fits the Item's products`,
      });
    await store.jobs.add(jobs);
    return { webhook_fired: true };
  },
});
