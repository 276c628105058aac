import type { Item as ItemShape } from "../../protocol/item.ts";
import type { Item } from "../domain/items/item.ts";
import { ITEM_STATES, itemProblem, itemState } from "../domain/items/item-state.ts";
import type { ApiContext } from "./endpoint.ts";

/** An Item as the API returns it. */
export const itemShape = (
  item: Item,
  { clock, directory, environment }: Pick<ApiContext, "clock" | "directory" | "environment">,
): ItemShape => {
  const moment = { environment, now: clock() };
  const institution = directory.get(item.institutionId);
  return {
    item_id: item.itemId,
    institution_id: item.institutionId,
    institution_name: institution.name,
    webhook: item.webhook,
    error: itemProblem(item, moment),
    available_products: institution.products.filter((product) => !item.products.includes(product)),
    billed_products: item.products,
    products: item.products,
    consented_products: item.consentedProducts,
    consent_expiration_time:
      item.consentExpiresAt === null ? null : new Date(item.consentExpiresAt).toISOString(),
    update_type: ITEM_STATES[itemState(item, moment)].updateType,
    auth_method: item.products.includes("auth") ? item.authMethod : null,
    created_at: new Date(item.createdAt).toISOString(),
  };
};
