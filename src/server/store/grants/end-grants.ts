import type { AuditOrigin } from "../../domain/audit-actor.ts";
import { appendEntry } from "../audit/audit-log.ts";
import { type Condition, endLinkSessions } from "../link/end-link-sessions.ts";
import type { Queryable } from "../tables.ts";
import { keepEndedKeys } from "./ended-keys.ts";

/**
 * Removes an Item's accounts, or some of them, from every grant, with an audit entry each. A grant
 * of accounts alone ends with its last account.
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
  const ended = await deleteEmptyGrants(transaction, grantIds, origin.at);
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
  const ended = await deleteGrants(
    transaction,
    (grant) => grant("client_id", "=", clientId),
    origin.at,
  );
  for (const grantId of ended.toSorted())
    await appendEntry(transaction, { ...origin, action: "grant.end", subject: grantId, clientId });
};

/** Ends the sessions of all links of a client's applications. The links keep their grants. */
export const endLinksOfClient = (
  transaction: Queryable,
  clientId: string,
  now: number,
): Promise<void> =>
  endLinkSessions(
    transaction,
    (link) =>
      link(
        "grant_id",
        "in",
        link.selectFrom("access_grant").select("grant_id").where("client_id", "=", clientId),
      ),
    now,
  );

/** Deletes the grants of accounts alone without any account; returns their ids. */
export async function deleteEmptyGrants(
  transaction: Queryable,
  grantIds: readonly string[],
  now: number,
): Promise<string[]> {
  if (grantIds.length === 0) return [];
  return deleteGrants(
    transaction,
    (grant) =>
      grant.and([
        grant("grant_id", "in", grantIds),
        grant("client_id", "is", null),
        grant.not(
          grant.exists(
            grant
              .selectFrom("access_grant_account as shown")
              .select("shown.grant_id")
              .whereRef("shown.grant_id", "=", "access_grant.grant_id"),
          ),
        ),
      ]),
    now,
  );
}

/** Deletes grants, and returns their ids. Their keys are recorded as ended. */
export async function deleteGrants(
  transaction: Queryable,
  of: Condition<"access_grant">,
  now: number,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom("access_grant")
    .select(["grant_id as grantId", "claim_digest", "secret_digest"])
    .where(of)
    .execute();
  if (rows.length === 0) return [];
  const grantIds = rows.map(({ grantId }) => grantId);
  await keepEndedKeys(
    transaction,
    rows.flatMap(({ claim_digest, secret_digest }) => [claim_digest, secret_digest]),
    now,
  );
  await transaction.deleteFrom("access_grant").where("grant_id", "in", grantIds).execute();
  return grantIds;
}

/**
 * Returns ids for SQL's `in`, which must not be empty. An empty list becomes an id that no row has.
 */
export const nonEmpty = (ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [""] : ids;
