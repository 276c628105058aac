import { Fault } from "./fault.ts";
import type { Item } from "./ports.ts";
import type { World } from "./world.ts";

/** The Item that is to be mended; ITEM_NOT_FOUND where it is gone. */
export const liveItem = async (itemId: string, { store }: World): Promise<Item> => {
  const item = await store.items.byItemId(itemId);
  if (!item || item.removedAt !== null) throw new Fault("ITEM_NOT_FOUND");
  return item;
};
