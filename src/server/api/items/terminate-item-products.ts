import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { removeItemOf } from "../remove-item-of.ts";
import { reasonFields } from "../terminate-fields.ts";

/** Ends all products of an Item by removing the Item. */
export const terminateItemProducts = endpoint({
  path: "/item/products/terminate",
  effect: "write",
  products: [],
  summary: "Terminate the products of an Item.",
  description:
    "All of them end, and the Item with them, as `/item/remove` does: the access_token opens nothing any more, and " +
    "nothing is billed from then on.",
  request: z.strictObject({ access_token: Token, ...reasonFields }),
  response: z.strictObject({}),
  async handle({ access_token }, context) {
    await removeItemOf(await loadItem(access_token, context, "record"), context);
    return {};
  },
});
