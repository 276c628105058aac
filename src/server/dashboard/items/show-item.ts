import { z } from "zod";
import { DashboardItemDetails } from "../../../protocol/dashboard-items.ts";
import type { Client } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item } from "../../domain/items/item.ts";
import { requireAccess } from "../../domain/items/item-state.ts";
import type { Services } from "../../domain/services.ts";
import { requestPull } from "../../domain/transactions/ensure-fresh-feed.ts";
import { urlWithoutQuery } from "../../domain/webhooks/webhook-url.ts";
import { type CallContext, changeWithAudit, dashboardCall } from "../call.ts";
import { clientNames } from "../client-names.ts";
import { itemShape } from "./list-items.ts";

/** The request for one Item. */
export const ItemRequest = z.strictObject({ item_id: z.string().min(1).max(200) });

/** Shows an Item with its accounts and the state of its updates. */
export const showItem = dashboardCall({
  path: "/dashboard/api/items/show",
  about: "clients",
  request: ItemRequest,
  response: DashboardItemDetails,
  run: async ({ item_id }, client, context) =>
    details(await requireItem(item_id, client, context), context),
});

/** Adds a job that pulls an Item's new transactions ahead of schedule. */
export const refreshItem = dashboardCall({
  path: "/dashboard/api/items/refresh",
  about: "clients",
  request: ItemRequest,
  response: DashboardItemDetails,
  run: async ({ item_id }, client, context) => {
    const change = { action: "item.refresh", subject: item_id } as const;
    await changeWithAudit(context, change, async (services) => {
      const item = await requireItem(item_id, client, services);
      const { environment, clock } = services;
      requireAccess(item, "institution", { environment, now: clock() });
      if (!item.products.includes("transactions"))
        throw new Fault("PRODUCTS_NOT_SUPPORTED", {
          message: "the Item was not linked for transactions",
          display: "This Item was not linked for transactions.",
        });
      await requestPull(services, item);
    });
    return details(await requireItem(item_id, client, context), context);
  },
});

/** Returns an Item by its id; throws NOT_FOUND if it is unknown or another client's. */
export const requireItem = async (
  itemId: string,
  client: Client | null,
  { store }: Services,
): Promise<Item> => {
  const item = await store.items.byItemId(itemId);
  if (item && (client === null || client.clientId === item.clientId)) return item;
  throw new Fault("NOT_FOUND", {
    message: "no Item has this item_id",
    display: "There is no such Item.",
  });
};

async function details(item: Item, context: CallContext) {
  const { store } = context;
  const { itemId } = item;
  const names = await clientNames([item.clientId], context);
  const [status, accounts] = await Promise.all([
    store.itemStatus.of(itemId),
    store.items.accounts(itemId),
  ]);
  const pulledAt = status.transactionsUpdatedAt;
  return {
    item: {
      ...itemShape({ ...item, clientUserId: null, pulledAt }, names, context),
      webhook: item.webhook && urlWithoutQuery(item.webhook),
      logged_in_at: item.loggedInAt,
      removed_at: item.removedAt,
      transactions_updated_at: status.transactionsUpdatedAt,
      transactions_failed_at: status.transactionsFailedAt,
    },
    accounts: accounts.map(({ account: { account_id, name, mask, subtype } }) => ({
      account_id,
      name,
      mask,
      subtype,
    })),
  };
}
