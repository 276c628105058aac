import { absolute, amountNegated } from "../decimal.ts";
import { type Sum, toSum } from "../decimal-sum.ts";
import type { BalanceRow } from "../running-balance.ts";
import type { StatementTransaction } from "../statement.ts";
import { directionByWords } from "./guess-sign.ts";

/** A booked row with its amount and balance, or a line with a balance only. */
export type BookedRow = BalanceRow & { transaction?: StatementTransaction };

/** The maximum number of rows between two balances whose signs are computed. */
const MAX_BETWEEN = 8;

/**
 * Gives unsigned amounts the signs by which the balances change. The oldest row has no previous
 * balance. Its sign follows from its words, from rows with the same text, from an equal balance, or
 * from an otherwise unseen overdraft. Returns the first row whose sign stays ambiguous, or null.
 */
export function signByBalances(
  steps: readonly BookedRow[],
  opening: BalanceRow["balance"],
): StatementTransaction | null {
  const [forward, backward] = [steps, steps.toReversed()].map((rows) => movesIn(rows, opening));
  if (!forward || !backward) return null;
  const isRising = (steps[0]?.date ?? "") <= (steps.at(-1)?.date ?? "");
  const isForward = forward.size === backward.size ? isRising : forward.size > backward.size;
  const moves = isForward ? forward : backward;
  const byText = new Map(
    [...moves].map(([{ transaction }, isOut]) => [readText(transaction), isOut]),
  );
  const oldest = isForward ? steps[0] : steps.at(-1);
  const isOverdrawn = steps.some(({ balance }) => balance?.startsWith("-"));
  const isOutByEvidence = (step: BookedRow): boolean | null => {
    const { transaction, balance, amount } = step;
    const words = directionByWords(readTexts(transaction));
    if (words !== null) return words === "out";
    const known = byText.get(readText(transaction));
    if (known !== undefined) return known;
    if (step !== oldest || balance === null || isOverdrawn) return null;
    const [own, after] = [toSum(absolute(amount)), toSum(balance)];
    return own === after ? false : own > after ? true : null;
  };
  let open: StatementTransaction | null = null;
  for (const step of steps) {
    const { transaction } = step;
    if (!transaction) continue;
    const isOut = moves.get(step) ?? isOutByEvidence(step);
    if (isOut === null) open ??= transaction;
    else {
      const amount = absolute(transaction.amount);
      transaction.amount = isOut ? amountNegated(amount) : amount;
      step.amount = transaction.amount;
    }
  }
  return open;
}

/** Whether most words contradict the signs, as with balances that are amounts owed. */
export function areOppositeByWords(transactions: readonly StatementTransaction[]): boolean {
  const votes = transactions.map((row): number => {
    const words = directionByWords(readTexts(row));
    return words === null ? 0 : (words === "out") === row.amount.startsWith("-") ? 1 : -1;
  });
  return votes.reduce((sum, vote) => sum + vote, 0) < 0;
}

const readTexts = (row: StatementTransaction | undefined): string[] =>
  [row?.description, row?.payee, row?.memo].flatMap((text) => text ?? []);

const readText = (row: StatementTransaction | undefined): string => readTexts(row).join("\n");

/** The rows whose signs the balances prove, oldest first. Each has a flag for outflows. */
function movesIn(
  rows: readonly BookedRow[],
  opening: BalanceRow["balance"],
): Map<BookedRow, boolean> {
  const moves = new Map<BookedRow, boolean>();
  let known: Sum | null = opening === null ? null : toSum(opening);
  let between: BookedRow[] = [];
  for (const row of rows) {
    if (row.transaction) between.push(row);
    if (row.balance === null) continue;
    const balance = toSum(row.balance);
    const signs = known === null ? null : onlySigns(between, balance - known);
    if (signs) for (const [at, each] of between.entries()) moves.set(each, signs[at] === true);
    known = balance;
    between = [];
  }
  return moves;
}

/**
 * The unique signs with which rows add up to a sum: true for outflows; null without unique signs.
 */
function onlySigns(rows: readonly BookedRow[], sum: Sum): boolean[] | null {
  if (rows.length === 0 || rows.length > MAX_BETWEEN) return null;
  const amounts = rows.map(({ amount }) => toSum(absolute(amount)));
  const fitting = (at: number, left: Sum): boolean[][] => {
    const amount = amounts[at];
    if (amount === undefined) return left === 0n ? [[]] : [];
    return [false, true].flatMap((isOut) =>
      fitting(at + 1, isOut ? left + amount : left - amount).map((rest) => [isOut, ...rest]),
    );
  };
  const found = fitting(0, sum);
  return found.length === 1 ? (found[0] ?? null) : null;
}
