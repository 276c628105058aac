import type { Account } from "../../../protocol/account.ts";
import type { AccountsJson, AuthJson, ItemAccount } from "../../domain/items/item.ts";
import { numbersOf } from "../../domain/items/numbers-of.ts";
import type { Queryable, Tables } from "../tables.ts";
import { changeItem } from "./change-item.ts";
import { accountOfRow, selectAccounts } from "./item-accounts.ts";

/** The columns with accounts as JSON ready to answer. */
export type AccountsJsonRow = Pick<
  Tables["item"],
  "shown_accounts" | "auth_accounts" | "auth_numbers"
>;

/** No JSON: where an account has a verification, or once the accounts are deleted. */
export const NO_ACCOUNTS_JSON: AccountsJsonRow = {
  shown_accounts: null,
  auth_accounts: null,
  auth_numbers: null,
};

/** Accounts as JSON ready to answer; none where an account has a verification, which depends on time. */
export const accountsJsonRow = (accounts: readonly ItemAccount[]): AccountsJsonRow => {
  if (accounts.some(({ verification }) => verification !== null)) return NO_ACCOUNTS_JSON;
  const listOf = (some: readonly ItemAccount[]): string =>
    JSON.stringify(some.map(({ account }): Account => account));
  const reachable = accounts.filter(({ numbers }) => Object.keys(numbers).length > 0);
  return {
    shown_accounts: listOf(accounts),
    auth_accounts: listOf(reachable),
    auth_numbers: JSON.stringify(numbersOf(reachable)),
  };
};

/** The accounts of a row. */
export const accountsJsonOfRow = (
  row: Pick<AccountsJsonRow, "shown_accounts">,
): AccountsJson | null => (row.shown_accounts === null ? null : { json: row.shown_accounts });

/** The answer of Auth of a row. */
export const authJsonOfRow = (
  row: Pick<AccountsJsonRow, "auth_accounts" | "auth_numbers">,
): AuthJson | null =>
  row.auth_accounts === null || row.auth_numbers === null
    ? null
    : { accounts: { json: row.auth_accounts }, numbers: { json: row.auth_numbers } };

/** Rewrites an Item's JSON, in the transaction that has changed its accounts. */
export const refreshAccountsJson = async (
  transaction: Queryable,
  itemId: string,
): Promise<void> => {
  const rows = await selectAccounts(transaction).where("item_id", "=", itemId).execute();
  await changeItem(transaction)
    .set(accountsJsonRow(rows.map((row) => accountOfRow({ itemId, ...row }))))
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .execute();
};
