import type { Item } from "../../domain/items/item.ts";
import type { Queryable } from "../tables.ts";

/**
 * Begins an update of Items. Every update must start here, since the revision invalidates caches.
 */
export const changeItem = (db: Queryable) =>
  db.updateTable("item").set(({ eb }) => ({ revision: eb("revision", "+", 1) }));

/** Begins a compare-and-set of an Item by the status and consent that the caller read. */
export const changeReadItem = (
  db: Queryable,
  { itemId, error, loggedInAt, consentExpiresAt: end }: Item,
) =>
  changeItem(db)
    .where("item_id", "=", itemId)
    .where("error", error === null ? "is" : "=", error)
    .where("logged_in_at", "=", loggedInAt)
    .where("consent_expires_at", end === null ? "is" : "=", end)
    .where("removed_at", "is", null);
