import type { DashboardItem } from "../../../protocol/dashboard-items.ts";
import type { ItemRow } from "../../domain/dashboard/lists.ts";
import { ITEM_STATES, itemState } from "../../domain/items/item-state.ts";
import type { Services } from "../../domain/services.ts";

/** Returns an Item in the Dashboard's shape, with the name of its client. */
export const itemShape = (
  row: ItemRow,
  names: ReadonlyMap<string, string>,
  { directory, environment, clock }: Services,
): DashboardItem => {
  const state = itemState(row, { environment, now: clock() });
  return {
    item_id: row.itemId,
    client_id: row.clientId,
    client_name: names.get(row.clientId) ?? null,
    client_user_id: row.clientUserId,
    institution_id: row.institutionId,
    institution_name: directory.has(row.institutionId)
      ? directory.get(row.institutionId).name
      : row.institutionId,
    state,
    error_code: state === "removed" ? null : (row.error ?? ITEM_STATES[state].error),
    products: row.products,
    created_at: row.createdAt,
    pulled_at: row.pulledAt,
    consent_expires_at: row.consentExpiresAt,
  };
};
