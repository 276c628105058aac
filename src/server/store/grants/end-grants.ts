import type { AuditOrigin } from "../../domain/audit-actor.ts";
import { appendEntry } from "../audit/audit-log.ts";
import type { Queryable } from "../tables.ts";

/**
 * Takes an Item's accounts, or some of them, from every grant, each with an entry in the audit log; grants of accounts
 * alone end with the last one.
 */
export const removeFromGrants = async (
  transaction: Queryable,
  itemId: string,
  origin: AuditOrigin,
  accountIds?: readonly string[],
): Promise<void> => {
  const rows = await transaction
    .deleteFrom("access_grant_account")
    .where("item_id", "=", itemId)
    .$if(accountIds !== undefined, (query) =>
      query.where("account_id", "in", nonEmpty(accountIds ?? [])),
    )
    .returning(["grant_id as grantId", "account_id as accountId"])
    .execute();
  const grantIds = [...new Set(rows.map(({ grantId }) => grantId))].toSorted();
  const ended = await deleteEmptyGrants(transaction, grantIds);
  for (const grantId of grantIds) {
    const removed = rows.filter((row) => row.grantId === grantId).map((row) => row.accountId);
    await appendEntry(transaction, {
      ...origin,
      action: ended.includes(grantId) ? "grant.end" : "grant.change",
      subject: grantId,
      details: accountIds ? { removed_accounts: removed.toSorted() } : { removed_items: [itemId] },
    });
  }
};

/** Ends the grants of a client's applications, each with an entry in the audit log. */
export const endGrantsOfClient = async (
  transaction: Queryable,
  clientId: string,
  origin: AuditOrigin,
): Promise<void> => {
  const rows = await transaction
    .deleteFrom("access_grant")
    .where("client_id", "=", clientId)
    .returning("grant_id as grantId")
    .execute();
  for (const grantId of rows.map((row) => row.grantId).toSorted())
    await appendEntry(transaction, { ...origin, action: "grant.end", subject: grantId, clientId });
};

/** Deletes the grants of accounts alone that show none; returns their ids. */
export async function deleteEmptyGrants(
  transaction: Queryable,
  grantIds: readonly string[],
): Promise<string[]> {
  if (grantIds.length === 0) return [];
  const rows = await transaction
    .deleteFrom("access_grant")
    .where("grant_id", "in", grantIds)
    .where("client_id", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("access_grant_account as shown")
            .select("shown.grant_id")
            .whereRef("shown.grant_id", "=", "access_grant.grant_id"),
        ),
      ),
    )
    .returning("grant_id as grantId")
    .execute();
  return rows.map(({ grantId }) => grantId);
}

/** A list for a condition; no id is empty. */
export const nonEmpty = (ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [""] : ids;
