import { z } from "zod";
import { DEADLINE_JOB, DEADLINES, deadlineWebhook } from "../domain/items/item-deadline.ts";
import { job } from "./job.ts";

/** Sends the webhook of an Item's deadline. */
export const itemDeadline = job({
  name: DEADLINE_JOB,
  schema: z.strictObject({ item_id: z.string(), deadline: z.enum(DEADLINES), at: z.int() }),
  async run({ item_id, ...deadline }, context) {
    const item = await context.store.items.byItemId(item_id);
    const event = item && deadlineWebhook(context, item, deadline);
    return { done: true, next: event ? context.webhooks.forItem(item, event) : [] };
  },
});
