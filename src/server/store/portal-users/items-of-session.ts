import type { PortalItem, PortalSession } from "../../domain/portal-users/portal-user.ts";
import { isOfPresentClient } from "../clients/present-client.ts";
import { ITEM, itemOfRow } from "../items/item-finders.ts";
import type { Queryable } from "../tables.ts";

/** The Items that a session is about and that were not removed, the newest first. */
export const itemsOfSession = async (
  db: Queryable,
  { itemId, personId }: Pick<PortalSession, "itemId" | "personId">,
): Promise<PortalItem[]> => {
  // Two statements: for one with both conditions PostgreSQL would read all Items.
  const itemIds = personId === null ? [] : await itemIdsOf(db, personId);
  if (itemId !== null) itemIds.push(itemId);
  const rows = await db
    .selectFrom("item")
    .select([...ITEM, "application_name"])
    .where("removed_at", "is", null)
    .where("item_id", "in", itemIds)
    .where(isOfPresentClient("item"))
    .orderBy("created_at", "desc")
    .orderBy("item_id")
    .execute();
  return rows.map(({ application_name: applicationName, ...row }) => ({
    item: itemOfRow(row),
    applicationName,
  }));
};

async function itemIdsOf(db: Queryable, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("person_item")
    .select("item_id as itemId")
    .where("person_id", "=", personId)
    .execute();
  return rows.map(({ itemId }) => itemId);
}
