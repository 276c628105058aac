import { sumOf } from "../../formats/decimal-sum.ts";
import type { StatementBalance } from "../../formats/statement.ts";
import type { FileAccount } from "./file-account.ts";

/**
 * Whether a file has all rows of its first day: its opening balance is the one before the stored rows of that day, whose
 * balance after them is known.
 */
export function hasWholeFirstDay(
  { rows, current }: Pick<FileAccount, "rows" | "current">,
  balances: readonly StatementBalance[],
  from: string,
): boolean {
  const opening = balances.find(({ kind }) => kind === "opening");
  if (!opening || !current) return false;
  let later = 0n;
  for (const { date, amount, pending, currency } of rows) {
    if (pending || date < from) continue;
    // The sum of the rows says nothing of the balance.
    if (currency !== null || date > current.date) return false;
    later += sumOf(amount);
  }
  return later !== 0n && sumOf(opening.amount) === sumOf(current.amount) - later;
}
