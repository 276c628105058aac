import { sql } from "kysely";
import type { Database } from "../tables.ts";

/** What goes with a client; rows that are of one of these go with that. */
const OWN = [
  "consent",
  "link_session",
  "link_token",
  "public_token",
  "audit_copy",
  "asset_report",
  "webhook_delivery",
  "item",
  "client_origin",
  "client",
] as const;

/** How many live Items each client has that has some. */
export const countLiveItems = async (db: Database): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom("item")
    .select(({ fn }) => ["client_id as clientId", fn.countAll<number>().as("count")])
    .where("removed_at", "is", null)
    .groupBy("client_id")
    .execute();
  return new Map(rows.map(({ clientId, count }) => [clientId, Number(count)]));
};

/** Deletes a client with all that is its, within a transaction; false where there is none. */
export const removeClient = async (
  transaction: Database,
  clientId: string,
  liveItems: number,
): Promise<boolean> => {
  // Transactions and what else is about an Item have no client of their own.
  const items = transaction.selectFrom("item").select("item_id").where("client_id", "=", clientId);
  for (const table of OF_ITEMS)
    await transaction.deleteFrom(table).where("item_id", "in", items).execute();
  await removeJobs(transaction, clientId);
  let removed = 0n;
  for (const table of OWN) {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    removed = numDeletedRows;
  }
  await transaction
    .updateTable("live_items")
    .set((live) => ({ count: live("count", "-", liveItems) }))
    .where("count", ">=", liveItems)
    .execute();
  return removed > 0n;
};

/** Deletes the jobs that are about the client or one of its Items: what they are about is in their payload. */
async function removeJobs(transaction: Database, clientId: string): Promise<void> {
  await transaction
    .deleteFrom("job")
    .where((job) =>
      job.or([
        job("payload", "like", `%"client_id":${JSON.stringify(clientId)}%`),
        job.exists(
          job
            .selectFrom("item")
            .select("item.item_id")
            .where("item.client_id", "=", clientId)
            .where(sql<boolean>`job.payload like '%"item_id":"' || item.item_id || '"%'`),
        ),
      ]),
    )
    .execute();
}

const OF_ITEMS = [
  "transaction_feed",
  "item_transaction",
  "removed_transaction",
  "transaction_day",
] as const;
