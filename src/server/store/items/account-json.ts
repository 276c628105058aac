import type { Account } from "../../../protocol/account.ts";
import { authMethodOf, toNumbers } from "../../domain/items/account-numbers.ts";
import type { AccountsJson, AuthJson, ItemAccount } from "../../domain/items/item.ts";
import { openText, sealText } from "../column-cipher.ts";
import type { Queryable, Tables } from "../tables.ts";
import { changeItem } from "./change-item.ts";
import { accountOfRow, selectAccounts } from "./item-accounts.ts";

/** The columns with accounts as JSON ready to send. */
export type AccountsJsonRow = Pick<
  Tables["item"],
  "shown_accounts" | "auth_accounts" | "auth_numbers"
>;

/** The row without JSON, for an Item with a verification or with deleted accounts. */
export const NO_ACCOUNTS_JSON: AccountsJsonRow = {
  shown_accounts: null,
  auth_accounts: null,
  auth_numbers: null,
};

/**
 * Accounts as JSON ready to send. No JSON if an account has a verification, which depends on time.
 */
export const accountsJsonRow = (
  db: Queryable,
  itemId: string,
  accounts: readonly ItemAccount[],
): AccountsJsonRow => {
  if (accounts.some(({ verification }) => verification !== null)) return NO_ACCOUNTS_JSON;
  const writeList = (some: readonly ItemAccount[]): string =>
    JSON.stringify(some.map(({ account }): Account => account));
  const reachable = accounts.filter(({ numbers }) => Object.keys(numbers).length > 0);
  const seal = (column: keyof AccountsJsonRow, json: string) =>
    sealText(db, accountsJsonPlace(column, itemId), json);
  return {
    shown_accounts: seal("shown_accounts", writeList(accounts)),
    auth_accounts: seal("auth_accounts", writeList(reachable)),
    auth_numbers: seal("auth_numbers", JSON.stringify(toNumbers(reachable))),
  };
};

export const accountsJsonOfRow = (
  db: Queryable,
  row: Pick<AccountsJsonRow, "shown_accounts"> & { itemId: string },
): AccountsJson | null => openJson(db, "shown_accounts", row.itemId, row.shown_accounts);

export const authJsonOfRow = (
  db: Queryable,
  row: Pick<AccountsJsonRow, "auth_accounts" | "auth_numbers"> & { itemId: string },
): AuthJson | null => {
  const accounts = openJson(db, "auth_accounts", row.itemId, row.auth_accounts);
  const numbers = openJson(db, "auth_numbers", row.itemId, row.auth_numbers);
  return accounts && numbers && { accounts, numbers };
};

const openJson = (
  db: Queryable,
  column: keyof AccountsJsonRow,
  itemId: string,
  text: string | null,
): { json: string } | null =>
  text === null ? null : { json: openText(db, accountsJsonPlace(column, itemId), text) };

/** The purpose for which a column of an Item with its accounts is sealed. */
export const accountsJsonPlace = (column: keyof AccountsJsonRow, itemId: string): string =>
  `item.${column}:${itemId}`;

/** Rewrites an Item's JSON, in the transaction that changed its accounts. */
export const refreshAccountsJson = async (
  transaction: Queryable,
  itemId: string,
): Promise<void> => {
  const rows = await selectAccounts(transaction).where("item_id", "=", itemId).execute();
  const accounts = rows.map((row) => accountOfRow(transaction, { itemId, ...row }));
  await changeItem(transaction)
    .set({
      auth_method: authMethodOf(accounts),
      ...accountsJsonRow(transaction, itemId, accounts),
    })
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .execute();
};
