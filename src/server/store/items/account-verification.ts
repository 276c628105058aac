import type { AccountVerification } from "../../domain/verification/verification.ts";
import type { Queryable } from "../tables.ts";
import { refreshAccountsJson } from "./account-json.ts";
import { verification } from "./item-accounts.ts";

/**
 * Compare-and-set of an account's verification; false without a write unless it equals `expected`.
 */
export const recordVerification = async (
  transaction: Queryable,
  { itemId, accountId, verification: next, expected }: AccountVerification,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable("item_account")
    .set({ verification: verification.write(next) })
    .where("item_id", "=", itemId)
    .where("account_id", "=", accountId)
    .$if(expected !== undefined, (query) =>
      query.where("verification", "=", verification.write(expected ?? null)),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await refreshAccountsJson(transaction, itemId);
  return true;
};

/** Whether an account's verification is still the expected one; its row is locked until the transaction ends. */
export const isAsRecorded = async (
  transaction: Queryable,
  { itemId, accountId, expected }: AccountVerification,
): Promise<boolean> => {
  if (expected === undefined) return true;
  // An update locks the row against concurrent transactions; a select would not.
  const { numUpdatedRows } = await transaction
    .updateTable("item_account")
    .set({ verification: verification.write(expected) })
    .where("item_id", "=", itemId)
    .where("account_id", "=", accountId)
    .where("verification", "=", verification.write(expected))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
