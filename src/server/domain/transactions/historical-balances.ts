import type { Balances } from "../../../protocol/account.ts";
import type { HistoricalBalance } from "../../../protocol/reports/asset-report.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { AccountType } from "../../../protocol/vocabulary.ts";
import { toDate, toDay } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";

/** Amounts are summed in ten-thousandths of a unit, precise enough for every currency. */
const PARTS = 10_000;

type Booking = Pick<Transaction, "amount" | "date" | "pending">;

/**
 * An account's balance at the end of each day of a period, newest first. Computed backwards from
 * the current balance: a day's balance minus its bookings is the previous day's balance. Pending
 * transactions do not count yet. Outflows increase a debt. Empty without a balance.
 */
export const historicalBalances = (
  { type, balances }: { type: AccountType; balances: Balances },
  transactions: readonly Booking[],
  { from, to }: Period,
): HistoricalBalance[] => {
  if (balances.current === null) return [];
  const { iso_currency_code, unofficial_currency_code } = balances;
  const sign = type === "credit" || type === "loan" ? -1 : 1;
  const [first, last] = [toDay(from), toDay(to)];
  const bookings = bookingsByDay(transactions);
  let balance = Math.round(balances.current * PARTS);
  for (const [day, amount] of bookings) if (day > last) balance += sign * amount;
  const history: HistoricalBalance[] = [];
  for (let day = last; day >= first; day--) {
    history.push({
      date: toDate(day),
      current: balance / PARTS,
      iso_currency_code,
      unofficial_currency_code,
    });
    balance += sign * (bookings.get(day) ?? 0);
  }
  return history;
};

function bookingsByDay(transactions: readonly Booking[]): Map<number, number> {
  const byDate = new Map<string, number>();
  for (const { amount, date, pending } of transactions)
    if (!pending) byDate.set(date, (byDate.get(date) ?? 0) + Math.round(amount * PARTS));
  return new Map(Array.from(byDate, ([date, amount]) => [toDay(date), amount]));
}
