import type { AuditRecord } from "../../domain/audit/audit-entry.ts";
import type { AuditOrigin } from "../../domain/audit-actor.ts";
import { appendEntry } from "../audit/audit-log.ts";
import { removeFromGrants } from "../grants/end-grants.ts";
import type { Queryable } from "../tables.ts";
import { removeAccountTransactions } from "../transactions/remove-account-transactions.ts";
import { refreshAccountsJson } from "./account-json.ts";
import { rememberOwnAccounts } from "./account-keys.ts";
import { changeItem } from "./change-item.ts";

/**
 * Deletes accounts of an Item with all data read from them; returns the ids of those that existed. Deletes
 * none if `loggedInAt` is given and the user has signed in again since then.
 */
export const removeAccounts = async (
  transaction: Queryable,
  itemId: string,
  accountIds: readonly string[],
  origin: AuditOrigin,
  loggedInAt?: number,
): Promise<string[]> => {
  if (accountIds.length === 0) return [];
  if (loggedInAt !== undefined && !(await isLoginOf(transaction, itemId, loggedInAt))) return [];
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
  await removeFromGrants(transaction, itemId, origin, removedIds);
  for (const accountId of removedIds)
    await removeAccountTransactions(transaction, itemId, accountId);
  await refreshAccountsJson(transaction, itemId);
  if (isInstitution(origin))
    await auditOfInstitution(transaction, itemId, origin, {
      action: "connection.lose_accounts",
      details: { removed_accounts: removedIds.toSorted() },
    });
  return removedIds;
};

/**
 * Whether an institution has ended a consent, or a call in the sandbox that stands for it; what a user ends has an entry
 * of its own.
 */
export const isInstitution = ({ actor }: AuditOrigin): boolean => actor.kind !== "user";

/** Logs that an institution has ended the consent to an Item, or to some of its accounts. */
export const auditOfInstitution = async (
  transaction: Queryable,
  itemId: string,
  origin: AuditOrigin,
  entry: Pick<AuditRecord, "action" | "details">,
): Promise<void> => {
  const item = await transaction
    .selectFrom("item")
    .select("client_id as clientId")
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  await appendEntry(transaction, {
    ...origin,
    ...entry,
    subject: itemId,
    clientId: item?.clientId ?? null,
  });
};

/** Whether an Item still has the login of a moment, which no other transaction changes until the end of this one. */
async function isLoginOf(
  transaction: Queryable,
  itemId: string,
  loggedInAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await changeItem(transaction)
    .where("item_id", "=", itemId)
    .where("logged_in_at", "=", loggedInAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
