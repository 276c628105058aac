import { type Migration, sql } from "kysely";

/** Adds to the days of transactions how many are pending. */
export const pendingDays: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("transaction_day")
      .addColumn("pending", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    // A day of all accounts together has the empty id. Staged transactions are not counted before they are applied.
    await sql`
      with found as (
        select entry.item_id, entry.date, entry.account_id, count(*) as pending
        from item_transaction as entry
        join transaction_feed as feed on feed.item_id = entry.item_id
        where entry.body like '%"pending":true%' and entry.added <= feed.last_change
        group by entry.item_id, entry.date, entry.account_id
      )
      update transaction_day set pending = total.pending from (
        select item_id, date, account_id, pending from found
        union all
        select item_id, date, '' as account_id, sum(pending) as pending from found group by item_id, date
      ) as total
      where total.item_id = transaction_day.item_id and total.date = transaction_day.date
        and total.account_id = transaction_day.account_id
    `.execute(db);
  },
};
