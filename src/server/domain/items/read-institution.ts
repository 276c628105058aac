import type { InstitutionLogin } from "../connectors/bank-transaction.ts";
import type { Connector } from "../connectors/connector.ts";
import { openLogin } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import { applyItemEvent } from "./apply-item-event.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item } from "./item.ts";

/**
 * Reads from an Item's institution by its login. If the institution refuses the login, the Item
 * needs its user, and the application is notified. Throws the institution's error.
 */
export const readInstitution = async <T>(
  services: ItemDeps,
  item: Item,
  read: (connector: Connector, login: InstitutionLogin) => Promise<T>,
  priority: ReadPriority = "user",
): Promise<T> => {
  const connector = services.directory.connectorOf(item.institutionId);
  try {
    return await read(connector, { ...(await openLogin(services, item)), priority });
  } catch (failure) {
    if (failure instanceof Fault && failure.code === "ITEM_LOGIN_REQUIRED")
      await loseLogin(services, item, failure);
    throw failure;
  }
};

/**
 * Records a lost login. Does nothing if the user has signed in since: the institution refused the
 * previous login.
 */
async function loseLogin(
  services: ItemDeps,
  { itemId, loggedInAt }: Item,
  { consentEnd: reason }: Fault,
): Promise<void> {
  const now = await services.store.items.byItemId(itemId);
  if (now?.loggedInAt === loggedInAt) await applyItemEvent(services, now, "LOGIN_LOST", { reason });
}
