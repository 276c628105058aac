import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { removeItemOf } from "../remove-item-of.ts";

/** Removes an Item with its login, accounts and tokens. Its access token becomes invalid. */
export const removeItem = endpoint({
  path: "/item/remove",
  effect: "write",
  products: [],
  summary: "Remove an Item.",
  description:
    "Its login, its accounts and all its tokens are forgotten, and nothing brings them back. The access " +
    "that its user gave at the institution's own site is ended there.",
  request: z.strictObject({
    access_token: Token,
    reason_code: z.string().min(1).max(100).nullish(),
    reason_note: z.string().max(512).nullish(),
  }),
  response: z.strictObject({}),
  async handle({ access_token }, context) {
    await removeItemOf(await loadItem(access_token, context, "record"), context);
    return {};
  },
});
