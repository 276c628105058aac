import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { endpoint } from "../endpoint.ts";
import { ItemId, UserId, UserToken } from "../fields.ts";
import { removeItemOf } from "../remove-item-of.ts";
import { findUser } from "../user-of.ts";

/** Removes some of a user's Items, all of them or none. */
export const removeUserItems = endpoint({
  path: "/user/items/remove",
  effect: "write",
  products: [],
  summary: "Remove some of the Items of a user.",
  description:
    "Each as `/item/remove` does. If one of them is not an Item of the user, nothing is removed.",
  refusals: ["INVALID_USER_ID", "INVALID_USER_TOKEN", "ITEM_NOT_FOUND"],
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
    item_ids: z.array(ItemId).min(1).max(100),
  }),
  response: z.strictObject({}),
  async handle({ item_ids, ...user }, context) {
    const { userId } = await findUser(user, context);
    await context.store.transact(async (store) => {
      const items = new Map(
        (await store.users.items(userId)).map((item) => [item.itemId, item] as const),
      );
      for (const itemId of new Set(item_ids)) {
        const item = items.get(itemId);
        if (!item)
          throw new Fault("ITEM_NOT_FOUND", {
            message: `item_ids names ${itemId}, which is no Item of the user; nothing was removed`,
          });
        await removeItemOf(item, context, store);
      }
    });
    return {};
  },
});
