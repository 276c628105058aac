import { Fault } from "../fault.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item } from "./item.ts";
import { requireAccess } from "./item-state.ts";

/**
 * The Item for update mode; throws ITEM_NOT_FOUND for a removed Item, or the error of its state.
 */
export const renewableItem = async (itemId: string, services: ItemDeps): Promise<Item> => {
  const { clock, environment, store } = services;
  const item = await store.items.byItemId(itemId);
  if (!item) throw new Fault("ITEM_NOT_FOUND");
  requireAccess(item, "renewal", { environment, now: clock() });
  return item;
};
