import { z } from "zod";
import { Item } from "../../../protocol/item.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { itemOf, itemShape } from "../item-of.ts";

/** What the service knows of an Item. */
export const getItem = endpoint({
  path: "/item/get",
  summary: "Retrieve an Item.",
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({
    item: Item,
    status: z.strictObject({
      last_webhook: z.strictObject({ sent_at: z.iso.datetime(), code_sent: z.string() }).nullable(),
    }),
  }),
  async handle({ access_token }, context) {
    const item = await itemOf(access_token, context);
    return { item: itemShape(item, context), status: { last_webhook: null } };
  },
});
