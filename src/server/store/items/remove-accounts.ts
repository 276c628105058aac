import type { Queryable } from "../tables.ts";
import { removeAccountTransactions } from "../transactions/remove-account-transactions.ts";
import { refreshAccountsJson } from "./account-json.ts";
import { rememberOwnAccounts } from "./account-keys.ts";

/** Deletes accounts of an Item with all that was read of them; answers which of them there were. */
export const removeAccounts = async (
  transaction: Queryable,
  itemId: string,
  accountIds: readonly string[],
): Promise<string[]> => {
  if (accountIds.length === 0) return [];
  await rememberOwnAccounts(transaction, itemId);
  const rows = await transaction
    .deleteFrom("item_account")
    .where("item_id", "=", itemId)
    .where("account_id", "in", accountIds)
    .returning("account_id as accountId")
    .execute();
  const removedIds = rows.map(({ accountId }) => accountId);
  if (removedIds.length === 0) return [];
  await transaction
    .deleteFrom("processor_token")
    .where("item_id", "=", itemId)
    .where("account_id", "in", removedIds)
    .execute();
  for (const accountId of removedIds)
    await removeAccountTransactions(transaction, itemId, accountId);
  await refreshAccountsJson(transaction, itemId);
  return removedIds;
};
