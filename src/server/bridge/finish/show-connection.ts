import {
  ConnectionRequest,
  ConnectionResponse,
  type ConnectionResponse as Shape,
} from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { itemOfConnectionKey } from "../../domain/items/connection-key.ts";
import type { Item } from "../../domain/items/item.ts";
import { itemState } from "../../domain/items/item-state.ts";
import type { Services } from "../../domain/services.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/** Shows a user one of their connections. */
export const showConnection = bridgeEndpoint({
  path: "/bridge/my/connection",
  access: "open",
  request: ConnectionRequest,
  response: ConnectionResponse,
  handle: async ({ key }, services) => connectionShape(await itemOfKey(key, services), services),
});

/** The Item of a connection key; INVALID_LINK_SESSION for one that is invalid or expired. */
export const itemOfKey = async (key: string, services: Services): Promise<Item> => {
  const item = await services.store.items.byItemId(itemOfConnectionKey(services, key));
  if (!item) throw new Fault("INVALID_LINK_SESSION");
  return item;
};

/** A connection as its user sees it. */
export const connectionShape = async (item: Item, services: Services): Promise<Shape> => {
  const { clock, directory, environment, store } = services;
  const { name, color } = directory.get(item.institutionId);
  const state = itemState(item, { environment, now: clock() });
  const accounts = await store.items.accounts(item.itemId);
  return {
    institution: { name, color },
    accounts: accounts.map(({ account }) => ({ name: account.name, mask: account.mask })),
    products: item.products,
    since: new Date(item.createdAt).toISOString(),
    until: item.consentExpiresAt === null ? null : new Date(item.consentExpiresAt).toISOString(),
    ended: state === "revoked" || state === "removed",
  };
};
