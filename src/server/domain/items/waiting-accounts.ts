import { openLogin } from "../connectors/open-login.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item, ItemAccount } from "./item.ts";

/** An account of an Item whose user has to sign in at its bank, by another server; null for a bank without a name. */
export type WaitingAccount = { account: ItemAccount["account"]; bank: string | null };

/**
 * Returns the accounts of an Item that get no new data until their user signs in at the bank, while the Item's other
 * accounts do; empty if all do, or none does.
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
