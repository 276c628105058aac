import { Fault } from "../fault.ts";
import type { Item } from "../ports.ts";
import type { World } from "../services.ts";
import { requireReach } from "./item-state.ts";

/** The Item that is to be mended; ITEM_NOT_FOUND where it is gone, or its state's own refusal. */
export const liveItem = async (itemId: string, world: World): Promise<Item> => {
  const { clock, environment, store } = world;
  const item = await store.items.byItemId(itemId);
  if (!item) throw new Fault("ITEM_NOT_FOUND");
  requireReach(item, "renewal", { environment, now: clock() });
  return item;
};
