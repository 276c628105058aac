import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { applyItemEvent } from "../../domain/items/apply-item-event.ts";
import type { Item } from "../../domain/items/item.ts";
import { requireAccess } from "../../domain/items/item-state.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { ItemId, UserId, UserToken } from "../fields.ts";
import { findUser, namesUser } from "../user-of.ts";

/** Invalidates the logins of several Items, all or none. */
export const resetUserLogin = endpoint({
  path: "/sandbox/user/reset_login",
  effect: "write",
  products: [],
  summary: "Make several Items need their user to sign in again.",
  description:
    "Like /sandbox/item/reset_login for every Item named, or for all of a user's. If one cannot be, none " +
    "is changed.",
  sandboxOnly: true,
  refusals: ["ITEM_NOT_FOUND", "USER_PERMISSION_REVOKED"],
  request: z.strictObject({
    item_ids: z.array(ItemId).min(1).max(100).optional().meta({
      description: "Only these Items of a user; required without a user.",
    }),
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
  }),
  response: z.strictObject({}),
  async handle({ item_ids, ...fields }, context) {
    const user = namesUser(fields) ? await findUser(fields, context) : null;
    if (!user && !item_ids)
      throw new Fault("MISSING_FIELDS", {
        message: "the following required fields are missing: user_id, or item_ids",
      });
    const userItems = user && (await context.store.users.items(user.userId));
    const itemIds = item_ids ?? userItems?.map(({ itemId }) => itemId);
    const items: Item[] = [];
    for (const itemId of new Set(itemIds)) items.push(await ownItem(itemId, context));
    if (user && items.some(({ userId }) => userId !== user.userId))
      throw new Fault("ITEM_NOT_FOUND", {
        message: "one of the item_ids is not of an Item of this user",
      });
    for (const item of items) await applyItemEvent(context, item, "LOGIN_LOST");
    return {};
  },
});

async function ownItem(itemId: string, context: ApiContext): Promise<Item> {
  const { client, clock, environment, store } = context;
  const item = await store.items.byItemId(itemId);
  if (item?.clientId !== client.clientId)
    throw new Fault("ITEM_NOT_FOUND", {
      message: "one of the item_ids is not of an Item of this client",
    });
  requireAccess(item, "renewal", { environment, now: clock() });
  return item;
}
