import type { AuditActor } from "../../domain/audit-actor.ts";
import { revokeJob } from "../../domain/connectors/revoke-job.ts";
import { removeFromGrants } from "../grants/end-grants.ts";
import { uncountLiveItems } from "../items/live-item-totals.ts";
import { insertJobs } from "../jobs/outbox.ts";
import type { Database, Queryable } from "../tables.ts";
import {
  countRowsOfItems,
  deleteSomeRowsOfItem,
  LARGE_TABLES,
} from "../transactions/rows-of-item.ts";

/**
 * The actor of changes that follow a client's removal. The removal's own entry names the operator.
 */
export const REMOVED_CLIENT: AuditActor = { kind: "server", name: "client.remove" };

/** The maximum number of Items that one transaction deletes. */
const ITEMS_AT_ONCE = 25;

/** The number of rows of the largest tables that one transaction deletes. */
const ROWS_AT_ONCE = 500;

/**
 * Deletes some of a client's Items with all referring rows, or part of a very large Item, within a
 * transaction. Adds jobs that revoke the logins' access. Returns the number of deleted Items; null
 * if none is left.
 */
export const eraseItems = async (
  db: Database,
  transaction: Queryable,
  clientId: string,
  now: number,
): Promise<number | null> => {
  const candidates = await db
    .skipLocked(
      transaction
        .selectFrom("item")
        .select(["item_id as itemId", "institution_id as institutionId", "removed_at as removedAt"])
        .where("client_id", "=", clientId)
        .limit(ITEMS_AT_ONCE),
    )
    .execute();
  const [first] = candidates;
  if (!first) return null;
  const sizes = await countRowsOfItems(
    transaction,
    candidates.map(({ itemId }) => itemId),
    ROWS_AT_ONCE + 1,
  );
  let rows = 0;
  const batch = candidates.filter(({ itemId }) => {
    rows += sizes.get(itemId) ?? 0;
    return rows <= ROWS_AT_ONCE;
  });
  if (batch.length === 0) {
    await deleteSomeRowsOfItem(transaction, first.itemId);
    return 0;
  }
  const itemIds = batch.map(({ itemId }) => itemId);
  await revokeItems(transaction, itemIds, now);
  for (const itemId of itemIds)
    await removeFromGrants(transaction, itemId, { at: now, actor: REMOVED_CLIENT });
  for (const table of ["consent", ...LARGE_TABLES.map(({ table }) => table)] as const)
    await transaction.deleteFrom(table).where("item_id", "in", itemIds).execute();
  await transaction.deleteFrom("item").where("item_id", "in", itemIds).execute();
  await uncountLiveItems(
    transaction,
    clientId,
    batch.filter(({ removedAt }) => removedAt === null).map(({ institutionId }) => institutionId),
  );
  return batch.length;
};

/**
 * Adds jobs that revoke the access of Items' logins. An Item without a connector state has no
 * login.
 */
async function revokeItems(
  transaction: Queryable,
  itemIds: readonly string[],
  now: number,
): Promise<void> {
  const logins = await transaction
    .selectFrom("item")
    .innerJoin("connector_state", "connector_state.item_id", "item.item_id")
    .select([
      "item.item_id as itemId",
      "item.institution_id as institutionId",
      "connector_state.sealed as sealedState",
    ])
    .where("item.item_id", "in", itemIds)
    .execute();
  await insertJobs(
    transaction,
    logins.map((login) => revokeJob(login, now)),
  );
}
