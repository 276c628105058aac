import type { PersonItem, PersonSession } from "../../domain/people/person.ts";
import { ITEM, itemOfRow } from "../items/item-finders.ts";
import type { Queryable } from "../tables.ts";

/** The Items that a session is about and that were not removed, the newest first. */
export const itemsOfSession = async (
  db: Queryable,
  { itemId, personId }: Pick<PersonSession, "itemId" | "personId">,
): Promise<PersonItem[]> => {
  const rows = await db
    .selectFrom("item")
    .select([...ITEM, "application_name"])
    .where("removed_at", "is", null)
    // Not `or`: PostgreSQL would read all Items.
    .where("item_id", "in", ({ selectFrom }) =>
      selectFrom("person_item")
        .select("person_item.item_id")
        .where("person_item.person_id", "=", personId ?? "")
        .unionAll(
          selectFrom("item as own")
            .select("own.item_id")
            .where("own.item_id", "=", itemId ?? ""),
        ),
    )
    .orderBy("created_at", "desc")
    .orderBy("item_id")
    .execute();
  return rows.map(({ application_name: applicationName, ...row }) => ({
    item: itemOfRow(row),
    applicationName,
  }));
};
