import type { Account } from "../../protocol/account.ts";
import { Fault } from "../domain/fault.ts";
import { verifiedAccount } from "../domain/items/account-numbers.ts";
import type { Item, ItemAccount } from "../domain/items/item.ts";
import type { RawJson } from "../domain/raw-json.ts";
import type { ApiContext } from "./endpoint.ts";

/**
 * An Item's accounts, all or the requested ones; INVALID_ACCOUNT_ID for an unknown id. Unverified
 * numbers are left out, and the account shows its verification status.
 */
export const loadAccounts = async (
  item: Pick<Item, "itemId">,
  accountIds: readonly string[] | undefined,
  { store, clock }: ApiContext,
): Promise<ItemAccount[]> => {
  const accounts = (await store.items.accounts(item.itemId)).map((account) =>
    verifiedAccount(account, clock()),
  );
  if (!accountIds) return accounts;
  const itemAccountIds = new Set(accounts.map(({ account }) => account.account_id));
  if (!accountIds.every((id) => itemAccountIds.has(id))) throw new Fault("INVALID_ACCOUNT_ID");
  const selection = new Set(accountIds);
  return accounts.filter(({ account }) => selection.has(account.account_id));
};

/** The accounts as the API returns them. */
export const accountShapes = (accounts: readonly ItemAccount[]): Account[] =>
  accounts.map(({ account }) => account);

/** Like `loadAccounts`, in the API's form. Without requested accounts, returns the stored JSON. */
export const accountsJson = async (
  item: Pick<Item, "itemId">,
  accountIds: readonly string[] | undefined,
  context: ApiContext,
): Promise<Account[] | RawJson<Account[]>> => {
  const json = accountIds ? null : await context.store.items.accountsJson(item.itemId);
  return json ?? accountShapes(await loadAccounts(item, accountIds, context));
};
