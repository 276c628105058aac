import { recordAfter } from "./item-state.ts";
import type { Item } from "./ports.ts";
import type { World } from "./world.ts";

/**
 * Records what happened to an Item, by the table of its states; true where that changed it. Of two
 * events at once the second one is told about the state that the first one led to.
 */
export const moveItem = async (
  { clock, environment, store }: World,
  item: Item,
  event: "LOGIN_LOST" | "LOGIN_RENEWED" | "REVOKED",
): Promise<boolean> => {
  let current: Item | null = item;
  while (current !== null) {
    const changes = recordAfter(current, event, { environment, now: clock() });
    if (changes === null) return false;
    if (await store.items.record(current, changes)) return true;
    current = await store.items.byItemId(item.itemId);
  }
  return false;
};
