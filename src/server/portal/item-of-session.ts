import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import type { Item } from "../domain/items/item.ts";
import type { PortalSession } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";

/** The id of a connection. */
export const ConnectionId = z.string().min(1).max(100);

/** Returns the Item of a session by its id; throws ITEM_NOT_FOUND for any other Item. */
export const itemOfSession = async (
  connectionId: string,
  session: PortalSession,
  { store }: Services,
): Promise<Item> => {
  const items = await store.portalUsers.items(session);
  const match = items.find(({ item }) => item.itemId === connectionId);
  if (!match) throw new Fault("ITEM_NOT_FOUND");
  return match.item;
};
