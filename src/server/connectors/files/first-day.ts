import { toSum } from "../../formats/decimal-sum.ts";
import type { Statement } from "../../formats/statement.ts";
import type { FileAccount } from "./file-account.ts";

/**
 * Whether a file has all rows of its first day: its opening balance, stated or implied by the
 * closing balance, equals the stored balance before that day.
 */
export function hasWholeFirstDay(
  { rows, current }: Pick<FileAccount, "rows" | "current">,
  { balances, transactions }: Pick<Statement, "balances" | "transactions">,
  from: string,
): boolean {
  const findBalance = (wanted: string) => balances.find(({ kind }) => kind === wanted);
  const [opening, closing] = [findBalance("opening"), findBalance("closing")];
  const own = sumFrom(transactions, from, closing?.date ?? "");
  const stored = sumFrom(rows, from, current?.date ?? "");
  const before =
    opening !== undefined
      ? toSum(opening.amount)
      : closing !== undefined && own !== null
        ? toSum(closing.amount) - own
        : null;
  // If rows sum to zero, the balance may be before or after them.
  if (current === null || stored === null || stored === 0n) return false;
  return before === toSum(current.amount) - stored;
}

type Row = Pick<Statement["transactions"][number], "amount" | "currency" | "date" | "pending">;

/** The sum of the booked rows from a day on; null if it does not determine a day's balance. */
function sumFrom(rows: readonly Row[], from: string, balanceOn: string): bigint | null {
  let sum = 0n;
  for (const { date, amount, pending, currency } of rows) {
    if (pending || date < from) continue;
    if (currency !== null || date > balanceOn) return null;
    sum += toSum(amount);
  }
  return sum;
}
