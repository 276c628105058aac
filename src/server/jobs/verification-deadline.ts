import { z } from "zod";
import { verificationAt } from "../domain/verification/verification.ts";
import {
  VERIFICATION_JOB,
  verificationWebhooks,
} from "../domain/verification/verification-webhooks.ts";
import { job } from "./job.ts";

/** Sends the webhook of a verification whose deadline has passed. */
export const verificationDeadline = job({
  name: VERIFICATION_JOB,
  schema: z.strictObject({ item_id: z.string(), account_id: z.string(), at: z.int() }),
  async run({ item_id, account_id, at }, context) {
    const { clock, store } = context;
    const item = await store.items.byItemId(item_id);
    const accounts = await store.items.accounts(item_id);
    const match = accounts.find(({ account }) => account.account_id === account_id);
    if (!item || !match?.verification) return { done: true };
    const current = verificationAt(match.verification, clock());
    // Every other change sent its webhook when it happened.
    if (current.since !== at) return { done: true };
    return { done: true, next: verificationWebhooks(context, item, account_id, current) };
  },
});
