import { checkStatement } from "../balance-check.ts";
import { amountNegated } from "../decimal.ts";
import type { Statement } from "../statement.ts";

/**
 * Changes the signs of a statement's reversals, by their positions, if only then its rows add up to its
 * balances. The standard gives a reversal the direction of its own booking; some banks write the direction of
 * the booking that it reverses.
 */
export function turnReversals(statement: Statement, places: readonly number[]): Statement {
  if (places.length === 0 || checkStatement(statement).at !== "contradicted") return statement;
  const reversals = new Set(places);
  const turned = {
    ...statement,
    transactions: statement.transactions.map((row, at) =>
      reversals.has(at) ? { ...row, amount: amountNegated(row.amount) } : row,
    ),
  };
  return checkStatement(turned).at === "confirmed" ? turned : statement;
}
