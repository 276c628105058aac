import { sql } from "kysely";
import { markReportsOf } from "../asset-reports/asset-reports.ts";
import { deleteReports } from "../consumer-reports/consumer-reports.ts";
import type { Queryable } from "../tables.ts";

/** The tables of a client; rows that refer to one of these are deleted by cascade. */
const TABLES_OF_CLIENT = [
  "consent",
  "link_session",
  "link_token",
  "public_token",
  "audit_copy",
  "asset_report",
  "webhook_delivery",
  "item",
  "end_user",
  "legacy_use",
  "client_origin",
  "client",
] as const;

/** The number of live Items of each client that has any. */
export const countLiveItems = async (db: Queryable): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom("item")
    .select(({ fn }) => ["client_id as clientId", fn.countAll<number>().as("count")])
    .where("removed_at", "is", null)
    .groupBy("client_id")
    .execute();
  return new Map(rows.map(({ clientId, count }) => [clientId, Number(count)]));
};

/** Deletes a client with all its data, within a transaction; false where there is none. */
export const removeClient = async (
  transaction: Queryable,
  clientId: string,
  liveItems: number,
): Promise<boolean> => {
  // These tables have no client_id.
  const items = transaction.selectFrom("item").select("item_id").where("client_id", "=", clientId);
  for (const table of TABLES_OF_ITEMS)
    await transaction.deleteFrom(table).where("item_id", "in", items).execute();
  await removeJobs(transaction, clientId);
  await markReportsOf(transaction, clientId);
  await deleteReports(transaction, "client_id", clientId);
  let clientRows = 0n;
  for (const table of TABLES_OF_CLIENT) {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    clientRows = numDeletedRows;
  }
  await transaction
    .updateTable("live_items")
    .set((live) => ({ count: live("count", "-", liveItems) }))
    .where("count", ">=", liveItems)
    .execute();
  return clientRows > 0n;
};

/** Deletes the jobs whose payload names the client or one of its Items. */
async function removeJobs(transaction: Queryable, clientId: string): Promise<void> {
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

const TABLES_OF_ITEMS = [
  "transaction_feed",
  "item_transaction",
  "removed_transaction",
  "transaction_day",
] as const;
