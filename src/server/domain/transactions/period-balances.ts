import type { Account } from "../../../protocol/account.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { Period } from "../connectors/bank-transaction.ts";

/** Amounts are summed in ten-thousandths of a unit, precise enough for every currency. */
const PARTS = 10_000;

/** The balances of an account before a period's first day, and at the end of its last day. */
export type PeriodBalances = { opening: number; closing: number };

type Booking = Pick<Transaction, "amount" | "date" | "pending" | "iso_currency_code">;

/**
 * Computes the balances of a period backwards from the current balance. `bookings` are those from
 * the first day until today. Null without a balance, or if bookings in other currencies do not add
 * up.
 */
export async function periodBalances(
  { type, balances }: Pick<Account, "type" | "balances">,
  bookings: AsyncIterable<Booking>,
  { to }: Pick<Period, "to">,
): Promise<PeriodBalances | null> {
  const { current, iso_currency_code } = balances;
  if (current === null || iso_currency_code === null) return null;
  let [during, after] = [0, 0];
  for await (const { amount, date, pending, iso_currency_code: currency } of bookings) {
    // A card's authorization may be in a foreign currency, but is booked in the account's own.
    if (pending) continue;
    if (currency !== iso_currency_code) return null;
    const parts = Math.round(amount * PARTS);
    if (date > to) after += parts;
    else during += parts;
  }
  // Outflows increase a debt.
  const sign = type === "credit" || type === "loan" ? -1 : 1;
  const closing = Math.round(current * PARTS) + sign * after;
  return { opening: (closing + sign * during) / PARTS, closing: closing / PARTS };
}
