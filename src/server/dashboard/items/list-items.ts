import { z } from "zod";
import { ListRequest, pageSchema } from "../../../protocol/dashboard/dashboard.ts";
import {
  DashboardItem,
  DashboardItemInstitutions,
} from "../../../protocol/dashboard/dashboard-items.ts";
import { CONSENT_ENDS } from "../../../protocol/errors/consent-ends.ts";
import type { Client } from "../../domain/clients/client.ts";
import type { ItemRow, Page } from "../../domain/dashboard/lists.ts";
import { consentEndOf, ITEM_STATES, itemState } from "../../domain/items/item-state.ts";
import type { Services } from "../../domain/services.ts";
import { dashboardCall } from "../call.ts";
import { clientNames } from "../client-names.ts";
import { cursorText, pageRequest } from "../list-page.ts";

/** Lists Items that are live, have an error, or were removed. */
export const listItems = dashboardCall({
  path: "/dashboard/api/items",
  role: "read",
  about: "clients",
  request: ListRequest.extend({
    state: z.enum(["live", "error", "removed"]).default("live"),
    institution_id: z.string().trim().max(100).optional(),
    /** Lists all live Items of a user, who has few. */
    user_id: z.string().trim().max(200).optional(),
  }),
  response: pageSchema(DashboardItem),
  run: async ({ state, institution_id, user_id, ...body }, client, context) => {
    const { rows, next } = user_id
      ? await itemsOfUser(user_id, client, context)
      : await context.store.lists.items({
          ...pageRequest(body),
          clientId: client?.clientId ?? null,
          institutionId: institution_id || null,
          state,
        });
    const names = await clientNames(
      rows.map(({ clientId }) => clientId),
      context,
    );
    return { rows: rows.map((row) => itemShape(row, names, context)), next: cursorText(next) };
  },
});

/** The maximum number of institutions to choose from. */
const MAX_INSTITUTIONS = 200;

/** Lists the institutions of Items, by name; null for too many to choose from. */
export const listItemInstitutions = dashboardCall({
  path: "/dashboard/api/items/institutions",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardItemInstitutions,
  run: async (_, client, { store, directory }) => {
    const clientId = client?.clientId ?? null;
    const ids = await store.lists.itemInstitutions(clientId, MAX_INSTITUTIONS + 1);
    if (ids.length > MAX_INSTITUTIONS) return { institutions: null };
    const named = ids.map((id) => ({ id, name: directory.has(id) ? directory.get(id).name : id }));
    return { institutions: named.toSorted((a, b) => a.name.localeCompare(b.name, "en")) };
  },
});

async function itemsOfUser(
  userId: string,
  client: Client | null,
  { store }: Services,
): Promise<Page<ItemRow>> {
  const items = (await store.users.items(userId)).filter(
    ({ clientId }) => client === null || clientId === client.clientId,
  );
  const rows = await Promise.all(
    items.map(async (item) => {
      const { transactionsUpdatedAt: pulledAt } = await store.itemStatus.of(item.itemId);
      return { ...item, clientUserId: null, pulledAt };
    }),
  );
  return { rows, next: null };
}

/** Returns an Item in the Dashboard's shape, with the name of its client. */
export const itemShape = (
  row: ItemRow,
  names: ReadonlyMap<string, string>,
  { directory, environment, clock }: Services,
): DashboardItem => {
  const moment = { environment, now: clock() };
  const state = itemState(row, moment);
  const reason = consentEndOf(row, moment);
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
    consent_end: reason && CONSENT_ENDS[reason].message,
    products: row.products,
    created_at: row.createdAt,
    pulled_at: row.pulledAt,
    consent_expires_at: row.consentExpiresAt,
  };
};
