import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { Queryable } from "../tables.ts";
import { createDayCounts } from "./transaction-days.ts";
import { isPending } from "./transaction-periods.ts";
import { deleteStaged } from "./transaction-staging.ts";

/** The number of rows that one statement deletes: SQLite allows 32,766 parameters. */
const BATCH = 500;

/**
 * Deletes the transactions of one account of an Item, each as a numbered change, so that clients of the
 * change feed see it. Increments the feed's revision: a pull that began before restarts.
 */
export const removeAccountTransactions = async (
  transaction: Queryable,
  itemId: string,
  accountId: string,
): Promise<void> => {
  const feed = await transaction
    .updateTable("transaction_feed")
    .set((row) => ({ revision: row("revision", "+", 1) }))
    .where("item_id", "=", itemId)
    .returning("last_change as lastChange")
    .executeTakeFirst();
  if (!feed) return;
  let number = Number(feed.lastChange);
  // The numbers of its changes would make them visible.
  await deleteStaged(transaction, { itemId, lastChange: number });
  const days = createDayCounts();
  for (;;) {
    const rows = await transaction
      .selectFrom("item_transaction")
      .select(["transaction_id", "account_id", "added", "date", isPending.as("pending")])
      .where("item_id", "=", itemId)
      .where("account_id", "=", accountId)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) break;
    await transaction
      .deleteFrom("item_transaction")
      .where("item_id", "=", itemId)
      .where(
        "transaction_id",
        "in",
        rows.map((row) => row.transaction_id),
      )
      .execute();
    const tombstones = rows.map(({ date: _, pending: _pending, ...row }) => {
      number += 1;
      return { item_id: itemId, removed: number, ...row };
    });
    await transaction.insertInto("removed_transaction").values(tombstones).execute();
    for (const row of rows) days.count(row, -1);
    await yieldToEventLoop();
  }
  await days.write(transaction, itemId);
  await transaction
    .deleteFrom("match_candidate")
    .where("item_id", "=", itemId)
    .where("account_id", "=", accountId)
    .execute();
  await transaction
    .updateTable("transaction_feed")
    .set({ last_change: number })
    .where("item_id", "=", itemId)
    .execute();
};
