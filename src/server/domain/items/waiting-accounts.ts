import { openLogin } from "../connectors/open-login.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item, ItemAccount } from "./item.ts";

/**
 * An account of an Item that waits for its user's sign-in at another server, with the bank's name
 * or null.
 */
export type WaitingAccount = { account: ItemAccount["account"]; bank: string | null };

/**
 * Returns the accounts of an Item that get no new data until the user signs in at their bank, while
 * other accounts do. Empty if all accounts get data, or none.
 */
export const waitingAccounts = async (
  services: Pick<ItemDeps, "directory" | "store" | "vault">,
  item: Item,
): Promise<WaitingAccount[]> => {
  const { directory, store } = services;
  if (item.removedAt !== null || !directory.has(item.institutionId)) return [];
  const connector = directory.connectorOf(item.institutionId);
  if (!connector.waitingAccounts) return [];
  const { connectorState } = await openLogin(services, item);
  if (connectorState === null) return [];
  const banks = connector.waitingAccounts(connectorState);
  if (banks.size === 0) return [];
  return (await store.items.accounts(item.itemId)).flatMap(({ key, account }) => {
    const bank = banks.get(key);
    return bank === undefined ? [] : [{ account, bank }];
  });
};
