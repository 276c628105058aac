import { z } from "zod";
import { digest } from "../../domain/identifiers.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem, lostRaceFault } from "../item-of.ts";

/** Rotates an Item's access token. The old token is invalid at once; the item_id stays. */
export const invalidateAccessToken = endpoint({
  path: "/item/access_token/invalidate",
  effect: "write",
  products: [],
  summary: "Replace the access_token of an Item.",
  description: "The old one is dead at once; the item_id stays.",
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({ new_access_token: Token }),
  async handle({ access_token }, context) {
    const { environment, store, vault } = context;
    const item = await loadItem(access_token, context, "record");
    const next = vault.accessToken(environment, item.itemId, item.accessTokenGeneration + 1);
    if (!(await store.items.rotateAccessToken(item, digest(next))))
      throw await lostRaceFault(item, context);
    return { new_access_token: next };
  },
});
