import type { Amount, Day } from "../domain/bank-values.ts";
import { type Sum, sumText, toSum } from "./decimal-sum.ts";

/** A booked row: its day, its amount, and its line's balance, or null. */
export type BalanceRow = { amount: Amount; balance: Amount | null; date?: Day };

/** The agreement of rows with the balances of their lines. */
export type BalanceChain = {
  /**
   * The rows' order in time; `any` if the balances agree only in an order other than the lines'.
   */
  order: "oldest first" | "newest first" | "any";
  /**
   * The number of steps between balances that the rows explain, and the number of unexplained
   * steps.
   */
  held: number;
  broken: number;
  /** The balance after the newest row; null without any balance. */
  closing: Amount | null;
  /** The balance before the oldest row; null if it cannot be derived. */
  opening: Amount | null;
  /** The first unexplained step: the sum of its rows, and the difference of the balances. */
  mismatch: { rows: string; balances: string } | null;
};

/** The maximum share of broken steps at which the balances still confirm a file. */
const MAX_BROKEN = 0.1;

/** Whether the balances of the lines confirm the amounts. */
export const isConfirmed = ({ held, broken }: Pick<BalanceChain, "held" | "broken">): boolean =>
  held > 0 && broken <= (held + broken) * MAX_BROKEN;

/**
 * Checks the amounts of rows, in line order, against the balances of the lines. A line may lack a
 * balance, as where a bank prints one balance per day. Its amount then counts in the next step.
 */
export function chainOf(rows: readonly BalanceRow[]): BalanceChain {
  const forward = stepsOf(rows, "oldest first");
  const backward = stepsOf(rows, "newest first");
  // Two rows that cancel each other fit both orders, so their days decide.
  const isFalling = (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? "");
  const isBackward = backward.held > forward.held || (backward.held === forward.held && isFalling);
  const best = isBackward ? backward : forward;
  if (best.broken === 0 || isConfirmed(best)) return best;
  const days = listDays(rows);
  const byDay = days && chainOf(days);
  if (byDay && isConfirmed(byDay)) return byDay;
  return unorderedChain(rows, best) ?? best;
}

/**
 * Returns a row for each day, if only one of a day's rows has the day's balance, in any position;
 * otherwise null.
 */
function listDays(rows: readonly BalanceRow[]): BalanceRow[] | null {
  const days: { date: Day; sum: Sum; balances: Amount[] }[] = [];
  for (const { date, amount, balance } of rows) {
    if (date === undefined) return null;
    const last = days.at(-1);
    const day = last?.date === date ? last : { date, sum: 0n, balances: [] };
    if (day !== last) days.push(day);
    day.sum += toSum(amount);
    if (balance !== null) day.balances.push(balance);
  }
  if (days.length === rows.length || days.some(({ balances }) => balances.length !== 1))
    return null;
  return days.map(({ sum, balances: [balance = null] }) => ({ amount: sumText(sum), balance }));
}

function stepsOf(
  rows: readonly BalanceRow[],
  order: "oldest first" | "newest first",
): BalanceChain {
  const isForward = order === "oldest first";
  const chain: BalanceChain = {
    ...{ order, held: 0, broken: 0 },
    ...{ closing: null, opening: null, mismatch: null },
  };
  let sum: Sum = 0n;
  let known: Sum | null = null;
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[isForward ? step : rows.length - 1 - step];
    if (!row) continue;
    sum += toSum(row.amount);
    if (row.balance === null) continue;
    const balance = toSum(row.balance);
    if (known === null) chain.opening = sumText(balance - sum);
    else if (known + sum === balance) chain.held += sum === 0n ? 0 : 1;
    else {
      chain.broken += 1;
      chain.mismatch ??= { rows: sumText(sum), balances: sumText(balance - known) };
    }
    known = balance;
    sum = 0n;
  }
  // Rows after the last balance change the closing balance.
  if (known !== null) chain.closing = sumText(known + sum);
  return chain;
}

/**
 * Chains unordered rows: the balance after each row except the last is the balance before another
 * row, and all rows form a single chain. Returns null without such a chain, or if a row lacks a
 * balance.
 */
function unorderedChain(rows: readonly BalanceRow[], best: BalanceChain): BalanceChain | null {
  const open = new Map<Sum, number>();
  const next = new Map<Sum, Sum[]>();
  // A balance that nothing moves proves no amount.
  const moving = rows.filter(({ amount }) => toSum(amount) !== 0n);
  for (const { amount, balance } of moving) {
    if (balance === null) return null;
    const after = toSum(balance);
    const before = after - toSum(amount);
    open.set(after, (open.get(after) ?? 0) + 1);
    open.set(before, (open.get(before) ?? 0) - 1);
    link(next, before, after);
    link(next, after, before);
  }
  const ends = [...open].filter(([, count]) => count !== 0);
  if (moving.length < 3 || ends.length > 2 || ends.some(([, count]) => count !== 1 && count !== -1))
    return null;
  if (!isOneChain(next)) return null;
  const closing = ends.find(([, count]) => count === 1)?.[0];
  const opening = ends.find(([, count]) => count === -1)?.[0];
  return {
    ...{ order: "any", held: moving.length - 1, broken: 0, mismatch: null },
    closing: closing === undefined ? best.closing : sumText(closing),
    opening: opening === undefined ? best.opening : sumText(opening),
  };
}

function link(next: Map<Sum, Sum[]>, from: Sum, to: Sum): void {
  const known = next.get(from);
  if (known) known.push(to);
  else next.set(from, [to]);
}

/** Whether the first balance leads to every other balance over the rows between them. */
function isOneChain(next: ReadonlyMap<Sum, readonly Sum[]>): boolean {
  const [first] = next.keys();
  if (first === undefined) return true;
  const reached = new Set([first]);
  // The loop visits balances that it adds itself.
  for (const balance of reached) for (const other of next.get(balance) ?? []) reached.add(other);
  return reached.size === next.size;
}
