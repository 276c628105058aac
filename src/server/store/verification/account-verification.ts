import type { AccountVerification } from "../../domain/link/link-session.ts";
import { showAccounts } from "../items/account-json.ts";
import { verification } from "../items/item-accounts.ts";
import type { Database } from "../tables.ts";

/** Writes how far an account is proven; false, and nothing written, where that has changed meanwhile. */
export const recordVerification = async (
  transaction: Database,
  { itemId, accountId, verification: reached, recorded }: AccountVerification,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable("item_account")
    .set({ verification: verification.write(reached) })
    .where("item_id", "=", itemId)
    .where("account_id", "=", accountId)
    .$if(recorded !== undefined, (query) =>
      query.where("verification", "=", verification.write(recorded ?? null)),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await showAccounts(transaction, itemId);
  return true;
};

/** Whether how far an account is proven is what it was; it stays so until the transaction ends. */
export const isAsRecorded = async (
  transaction: Database,
  { itemId, accountId, recorded }: AccountVerification,
): Promise<boolean> => {
  if (recorded === undefined) return true;
  // An update and no select: it locks the row also where several transactions run at once.
  const { numUpdatedRows } = await transaction
    .updateTable("item_account")
    .set({ verification: verification.write(recorded) })
    .where("item_id", "=", itemId)
    .where("account_id", "=", accountId)
    .where("verification", "=", verification.write(recorded))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
