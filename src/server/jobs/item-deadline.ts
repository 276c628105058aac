import { z } from "zod";
import { DEADLINE_JOB, DEADLINES, deadlineWebhook } from "../domain/items/item-deadline.ts";
import { job } from "./job.ts";

/** Tells the application what time alone has brought about. */
export const itemDeadline = job({
  name: DEADLINE_JOB,
  schema: z.strictObject({ item_id: z.string(), deadline: z.enum(DEADLINES), at: z.int() }),
  async run({ item_id, ...due }, context) {
    const item = await context.store.items.byItemId(item_id);
    const event = item && deadlineWebhook(context, item, due);
    return { done: true, next: event ? context.webhooks.forItem(item, event) : [] };
  },
});
