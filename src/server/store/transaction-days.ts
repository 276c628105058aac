import type { Period } from "../domain/bank-transaction.ts";
import type { Database } from "./tables.ts";

/** A part of a period's transactions, of some accounts or all. */
export type Choice = { period: Period; accountIds: readonly string[] | null };

/** In place of an account, where a day's transactions are counted over all of them. */
const ALL = "";

/**
 * How many transactions are chosen, and from which day on one reads, passing over how many of them,
 * to go on after the newest `offset`. Days are counted and not transactions: it takes as long for many.
 */
export const placeOf = async (
  db: Database,
  itemId: string,
  { period, accountIds }: Choice,
  offset: number,
): Promise<{ total: number; day: string; passOver: number }> => {
  const counts = await db
    .selectFrom("transaction_day")
    .select(({ fn }) => ["date", fn.sum<number>("count").as("count")])
    .where("item_id", "=", itemId)
    .where("date", ">=", period.from)
    .where("date", "<=", period.to)
    .where("account_id", "in", accountIds ?? [ALL])
    .groupBy("date")
    .orderBy("date", "desc")
    .execute();
  let [total, passed, day] = [0, 0, period.to];
  for (const { date, count } of counts) {
    if (total <= offset) [passed, day] = [total, date];
    total += Number(count);
  }
  return { total, day, passOver: offset - passed };
};

/** Counts the transactions of some days anew, as part of the transaction that has changed them. */
export const recount = async (
  transaction: Database,
  itemId: string,
  dates: readonly string[],
): Promise<void> => {
  await transaction
    .deleteFrom("transaction_day")
    .where("item_id", "=", itemId)
    .where("date", "in", dates)
    .execute();
  const counted = transaction
    .selectFrom("item_transaction")
    .where("item_id", "=", itemId)
    .where("date", "in", dates);
  await transaction
    .insertInto("transaction_day")
    .columns(["item_id", "date", "account_id", "count"])
    .expression(
      counted
        .select(({ fn }) => ["item_id", "date", "account_id", fn.countAll<number>().as("count")])
        .groupBy(["item_id", "date", "account_id"])
        .unionAll(
          counted
            .select(({ fn, val }) => [
              "item_id",
              "date",
              val(ALL).as("account_id"),
              fn.countAll<number>().as("count"),
            ])
            .groupBy(["item_id", "date"]),
        ),
    )
    .execute();
};
