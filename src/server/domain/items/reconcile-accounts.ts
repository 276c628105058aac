import type { ItemDeps } from "./deps.ts";
import type { Item, ItemAccount } from "./item.ts";
import { revokeAccounts } from "./revoke-accounts.ts";

/**
 * Reconciles an Item with the accounts that its institution lists now, by their keys. Missing accounts of the
 * Item were closed, or are no longer shared, and are revoked; accounts that no list has had before are
 * announced to its application, once. Ignores an empty list, and a list read by the previous login.
 */
export const reconcileAccounts = async (
  services: ItemDeps,
  item: Item,
  accounts: readonly ItemAccount[],
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return;
  const { items } = services.store;
  const { loggedInAt } = item;
  if ((await items.byItemId(item.itemId))?.loggedInAt !== loggedInAt) return;
  const accountKeys = await items.accountKeys(item.itemId);
  if (accountKeys === null || keys.some((key) => !accountKeys.has(key))) {
    const webhooks = services.webhooks.forItem(item, { name: "ITEM:NEW_ACCOUNTS_AVAILABLE" });
    await items.addAccountKeys(item.itemId, keys, webhooks);
  }
  // An account linked before keys were stored cannot be matched.
  const missing = accounts.filter(({ key }) => key !== "" && !keys.includes(key));
  if (missing.length > 0)
    await revokeAccounts(
      services,
      item,
      missing.map(({ account }) => account.account_id),
      loggedInAt,
    );
};
