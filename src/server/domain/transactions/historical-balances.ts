import type { Balances } from "../../../protocol/account.ts";
import type { HistoricalBalance } from "../../../protocol/asset-report.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { AccountType } from "../../../protocol/vocabulary.ts";
import { dateOf, dayOf } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";

/** Amounts are added up in ten-thousandths of a unit, which no currency needs more of. */
const PARTS = 10_000;

type Booking = Pick<Transaction, "amount" | "date" | "pending">;

/**
 * What an account held at the end of each day of a period, newest first. It is reckoned backwards from
 * what it holds now: a day's balance without what was booked on it is that of the day before. What is
 * pending has moved nothing yet; what is owed grows with the money that leaves. Empty where the
 * institution does not tell what the account holds.
 */
export const historicalBalances = (
  { type, balances }: { type: AccountType; balances: Balances },
  transactions: readonly Booking[],
  { from, to }: Period,
): HistoricalBalance[] => {
  if (balances.current === null) return [];
  const { iso_currency_code, unofficial_currency_code } = balances;
  const sign = type === "credit" || type === "loan" ? -1 : 1;
  const last = dayOf(to);
  const booked = bookedByDay(transactions);
  let held = Math.round(balances.current * PARTS);
  for (const [day, moved] of booked) if (day > last) held += sign * moved;
  const history: HistoricalBalance[] = [];
  for (let day = last; day >= dayOf(from); day--) {
    history.push({
      date: dateOf(day),
      current: held / PARTS,
      iso_currency_code,
      unofficial_currency_code,
    });
    held += sign * (booked.get(day) ?? 0);
  }
  return history;
};

function bookedByDay(transactions: readonly Booking[]): Map<number, number> {
  const booked = new Map<number, number>();
  for (const { amount, date, pending } of transactions) {
    if (pending) continue;
    const day = dayOf(date);
    booked.set(day, (booked.get(day) ?? 0) + Math.round(amount * PARTS));
  }
  return booked;
}
