import { z } from "zod";
import { applyItemEvent } from "../../domain/items/apply-item-event.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";

/** Invalidates the login of an Item, as a changed password would. The user has to sign in again. */
export const resetItemLogin = endpoint({
  path: "/sandbox/item/reset_login",
  effect: "write",
  products: [],
  summary: "Make an Item need its user to sign in again.",
  description:
    "The Item's error becomes ITEM_LOGIN_REQUIRED, until Link was completed in update mode.",
  sandboxOnly: true,
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({ reset_login: z.boolean() }),
  async handle({ access_token }, context) {
    await applyItemEvent(context, await loadItem(access_token, context, "renewal"), "LOGIN_LOST");
    return { reset_login: true };
  },
});
