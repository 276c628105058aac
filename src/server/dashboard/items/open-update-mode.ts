import { DashboardUpdateLink } from "../../../protocol/dashboard/dashboard-items.ts";
import { SessionConfig } from "../../../protocol/link/config.ts";
import { DEFAULT_LANGUAGE } from "../../../protocol/vocabulary.ts";
import { linkProductsOf } from "../../domain/institutions/product.ts";
import { requireAccess } from "../../domain/items/item-state.ts";
import { issueLinkToken } from "../../domain/link/link-token.ts";
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
    const { environment, clock, directory, brand, store } = context;
    requireAccess(item, "renewal", { environment, now: clock() });
    const { name = "" } = (await store.clients.byClientId(item.clientId)) ?? {};
    const { token, record } = issueLinkToken(context, {
      clientId: item.clientId,
      config: {
        clientName: nameInLink(name) ?? brand.title,
        product: linkProductsOf(item.products),
        countryCodes: directory.get(item.institutionId).countryCodes,
        language: DEFAULT_LANGUAGE,
      },
      updateItemId: item_id,
      details: {
        clientUserId: null,
        redirectUri: null,
        userId: null,
        products: [],
        permissiblePurpose: null,
        reportOptions: null,
      },
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

/** Returns the client's name for Link; undefined if Link refuses it. */
const nameInLink = (name: string): string | undefined =>
  // The cut may split a surrogate pair.
  SessionConfig.shape.clientName.safeParse(
    name
      .trim()
      .slice(0, 60)
      .replace(/[\ud800-\udbff]$/, ""),
  ).data;
