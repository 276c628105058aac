import type { Consent, ItemRenewal } from "../../domain/link/link-session.ts";
import type { Database } from "../tables.ts";
import { refreshAccountsJson } from "./account-json.ts";
import { changeItem } from "./change-item.ts";
import { accountRow, verification as column } from "./item-accounts.ts";

const NOT_TO_BE_PROVEN = column.write(null);

/** Whether an Item can be renewed: it was not removed, nor ended by its user in the meantime. */
export const isRenewable = async (db: Database, itemId: string): Promise<boolean> => {
  const row = await db
    .selectFrom("item")
    .select("item_id")
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .where((item) =>
      item.or([item("error", "is", null), item("error", "!=", "USER_PERMISSION_REVOKED")]),
    )
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Gives an Item its user's new login, and what was learned of its accounts with it. A verification that
 * is there goes on as it is by now: it may have been proven, or failed, while the user signed in.
 */
export const renewItem = async (
  transaction: Database,
  { itemId, sealedLogin, accounts, loggedInAt }: ItemRenewal,
  agreed: Consent | undefined,
): Promise<void> => {
  await changeItem(transaction)
    .set({
      sealed_login: sealedLogin,
      error: null,
      logged_in_at: loggedInAt,
      ...(agreed && { consent_expires_at: agreed.expiresAt }),
    })
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .execute();
  for (const one of accounts) {
    const {
      position: _position,
      owners: _owners,
      item_id,
      account_id,
      verification,
      ...learned
    } = accountRow(one, 0);
    await transaction
      .updateTable("item_account")
      .set(learned)
      .where("item_id", "=", item_id)
      .where("account_id", "=", account_id)
      .execute();
    await transaction
      .updateTable("item_account")
      .set({ verification })
      .where("item_id", "=", item_id)
      .where("account_id", "=", account_id)
      .$if(one.verification !== null, (query) =>
        query.where((account) =>
          account.or([
            account("verification", "is", null),
            account("verification", "=", NOT_TO_BE_PROVEN),
          ]),
        ),
      )
      .execute();
  }
  await refreshAccountsJson(transaction, itemId);
};
