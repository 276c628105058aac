import { z } from "zod";
import { eraseJob } from "../../domain/items/erase-job.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { itemOf, overtaken } from "../item-of.ts";

/** Ends an Item: its login, accounts and tokens are forgotten, and its access token opens nothing. */
export const removeItem = endpoint({
  path: "/item/remove",
  summary: "Remove an Item.",
  description:
    "Its login, its accounts and all its tokens are forgotten, and nothing brings them back.",
  request: z.strictObject({
    access_token: Token,
    reason_code: z.string().min(1).max(100).nullish(),
    reason_note: z.string().max(512).nullish(),
  }),
  response: z.strictObject({}),
  async handle({ access_token }, context) {
    const { clock, store } = context;
    const item = await itemOf(access_token, context, "record");
    if (!(await store.items.remove(item, clock(), [eraseJob(context)])))
      throw await overtaken(item, context);
    return {};
  },
});
