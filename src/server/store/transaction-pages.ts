import { sql } from "kysely";
import type { Period } from "../domain/bank-transaction.ts";
import type { TransactionStore } from "../domain/transaction-feed.ts";
import type { Database } from "./tables.ts";
import { dayCounts, placeOf } from "./transaction-days.ts";
import { writtenList } from "./written-list.ts";

/** Pages of an Item's transactions, newest first, as one JSON text that no row is taken out of. */
export const transactionPages = (db: Database): TransactionStore["page"] => {
  const countsOf = dayCounts(db);
  return async (itemId, { period, accountIds, count, offset, withDescription }) => {
    const counts = await countsOf(itemId, { period, accountIds });
    const { total, day, passOver } = placeOf(counts, period, offset);
    if (offset >= total) return { transactions: null, total };
    const rest = inPeriod(db, itemId, { from: period.from, to: day });
    const rows = (accountIds ? rest.where("account_id", "in", accountIds) : rest)
      .select((withDescription ? bodyWithDescription : sql<string>`body`).as("body"))
      .orderBy("date", "desc")
      .orderBy("added", "desc")
      .limit(count)
      .offset(passOver);
    // Rows are joined in the order that they were chosen in.
    const { transactions } = await db
      .selectFrom(rows.as("page"))
      .select(writtenList(sql`string_agg(page.body, ',')`).as("transactions"))
      .executeTakeFirstOrThrow();
    return { transactions: { writtenList: transactions }, total };
  };
};

/** An Item's transactions in a period. */
export const inPeriod = (db: Database, itemId: string, { from, to }: Period) =>
  db
    .selectFrom("item_transaction")
    .where("item_id", "=", itemId)
    .where("date", ">=", from)
    .where("date", "<=", to);

/** The body with one field more before its last brace. */
const bodyWithDescription = sql<string>`case when original_description is null then body
  else substr(body, 1, length(body) - 1) || ',"original_description":' || original_description || '}'
  end`;
