import { Fault } from "./fault.ts";
import { requireReach } from "./item-state.ts";
import type { Item } from "./ports.ts";
import type { World } from "./world.ts";

/** The Item that is to be mended; the refusal of its state where it is gone, or its user has ended it. */
export const liveItem = async (
  itemId: string,
  { store, environment, clock }: World,
): Promise<Item> => {
  const item = await store.items.byItemId(itemId);
  if (!item) throw new Fault("ITEM_NOT_FOUND");
  requireReach(item, "renewal", { environment, now: clock() });
  return item;
};
