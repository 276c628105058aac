import { sql } from "kysely";
import type { AuditActor } from "../../domain/audit-actor.ts";
import { revokeJob } from "../../domain/connectors/revoke-job.ts";
import { removeFromGrants } from "../grants/end-grants.ts";
import { uncountLiveItems } from "../items/live-item-totals.ts";
import { insertJobs } from "../jobs/outbox.ts";
import type { Database, Queryable } from "../tables.ts";

/** The author of what follows from the removal of a client, whose own entry names the operator. */
export const REMOVED_CLIENT: AuditActor = { kind: "server", name: "client.remove" };

/** How many Items one transaction deletes at most. */
const ITEMS_AT_ONCE = 25;

/** How many rows of the largest tables it deletes with them, or of one of these alone. */
const ROWS_AT_ONCE = 500;

/** The tables with the most rows per Item, and the column that tells the rows of one Item apart. */
const LARGE_TABLES = [
  { table: "item_transaction", key: "transaction_id" },
  { table: "transaction_alias", key: "alias" },
  { table: "match_candidate", key: "transaction_id" },
  { table: "removed_transaction", key: "removed" },
  { table: "transaction_day", key: "date" },
] as const;

/**
 * Deletes some of a client's Items with all rows that refer to them, or part of a very large Item, within a
 * transaction; adds jobs that revoke the access of their logins. Returns the number of Items deleted; null if
 * there are no more.
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
  const sizes = await sizesOf(
    transaction,
    candidates.map(({ itemId }) => itemId),
  );
  let rows = 0;
  const batch = candidates.filter(({ itemId }) => {
    rows += sizes.get(itemId) ?? 0;
    return rows <= ROWS_AT_ONCE;
  });
  if (batch.length === 0) {
    await eraseRowsOf(transaction, first.itemId);
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

/** How many rows of the large tables each Item has. */
async function sizesOf(
  transaction: Queryable,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const { table } of LARGE_TABLES) {
    const rows = await transaction
      .selectFrom(table)
      .select(({ fn }) => ["item_id as itemId", fn.countAll<number>().as("count")])
      .where("item_id", "in", itemIds)
      .groupBy("item_id")
      .execute();
    for (const { itemId, count } of rows)
      sizes.set(itemId, (sizes.get(itemId) ?? 0) + Number(count));
  }
  return sizes;
}

/** Deletes a part of the rows of one Item; the rest comes with the next batches. */
async function eraseRowsOf(transaction: Queryable, itemId: string): Promise<void> {
  for (const { table, key } of LARGE_TABLES) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where item_id = ${itemId} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where item_id = ${itemId} limit ${ROWS_AT_ONCE}
      )
    `.execute(transaction);
    if (numAffectedRows > 0n) return;
  }
}

/** Adds the jobs that revoke the access of those Items that a user has signed in to. */
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
    .where("item.institution_id", "in", (query) =>
      query.selectFrom("institution_connection").select("institution_connection.institution_id"),
    )
    .execute();
  await insertJobs(
    transaction,
    logins.map((login) => revokeJob(login, now)),
  );
}
