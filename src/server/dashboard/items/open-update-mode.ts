import { DashboardUpdateLink } from "../../../protocol/dashboard/dashboard-items.ts";
import { DEFAULT_LANGUAGE } from "../../../protocol/vocabulary.ts";
import { requireAccess } from "../../domain/items/item-state.ts";
import { nameInLink, updateToken } from "../../domain/link/update-token.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";
import { ItemRequest, requireItem } from "./show-item.ts";

/** Creates a link token that opens Link in update mode for an Item, as `/link/token/create` does. */
export const openUpdateMode = dashboardCall({
  path: "/dashboard/api/items/update",
  role: "developer",
  about: "clients",
  request: ItemRequest,
  response: DashboardUpdateLink,
  run: async ({ item_id }, client, context) => {
    const item = await requireItem(item_id, client, context);
    const { environment, clock, brand, store } = context;
    requireAccess(item, "renewal", { environment, now: clock() });
    const { name = "" } = (await store.clients.byClientId(item.clientId)) ?? {};
    const { token, record } = updateToken(context, item, {
      clientName: nameInLink(name) ?? brand.title,
      language: DEFAULT_LANGUAGE,
    });
    const change = {
      action: "item.open_update_mode",
      subject: item_id,
      clientId: () => record.clientId,
    } as const;
    await changeWithAudit(context, change, (services) => services.store.linkTokens.create(record));
    return { link_token: token };
  },
});
