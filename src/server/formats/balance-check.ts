import { type Sum, sumText, toSum } from "./decimal-sum.ts";
import type { Statement, StatementTransaction } from "./statement.ts";

/** Two sums that should be equal: the sum of the rows, and the difference of the balances. */
export type SumMismatch = { rows: string; balances: string };

/**
 * Whether the balances of a file confirm or contradict the reading of its rows, or decide nothing.
 */
export type BalanceCheck = { at: "confirmed" | "silent" } | ({ at: "contradicted" } & SumMismatch);

/**
 * Checks the booked rows of a statement against its opening and closing balance: MT940's 60 and 62,
 * camt's OPBD and CLBD. A statement without both balances decides nothing.
 */
export function checkStatement({
  account: { currency },
  balances,
  transactions,
}: Pick<Statement, "account" | "balances" | "transactions">): BalanceCheck {
  const opening = balances.find(({ kind }) => kind === "opening");
  const closing = balances.findLast(({ kind }) => kind === "closing");
  if (!opening || !closing) return SILENT;
  const isForeign = (row: StatementTransaction) =>
    row.currency !== null && currency !== null && row.currency !== currency;
  // The file does not say by how much an amount in another currency changes the balance.
  if (transactions.some(isForeign)) return SILENT;
  let rows: Sum = 0n;
  for (const { amount, pending } of transactions) if (!pending) rows += toSum(amount);
  return compareSums(rows, toSum(closing.amount) - toSum(opening.amount));
}

/** Compares the sum of the rows with the difference of the balances. */
export const compareSums = (rows: Sum, balances: Sum): BalanceCheck =>
  rows === balances
    ? CONFIRMED
    : { at: "contradicted", rows: sumText(rows), balances: sumText(balances) };

const SILENT: BalanceCheck = { at: "silent" };
const CONFIRMED: BalanceCheck = { at: "confirmed" };
