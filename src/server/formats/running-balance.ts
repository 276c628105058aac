import type { Amount, Day } from "../domain/bank-values.ts";
import { type Sum, sumText, toSum } from "./decimal-sum.ts";

/** A booked row: its day, its amount, and the balance of its line; null for a line without one. */
export type BalanceRow = { amount: Amount; balance: Amount | null; date?: Day };

/** The agreement of rows with the balances of their lines. */
export type BalanceChain = {
  /**
   * The order of the rows in time; `any` if the balances only agree in another order than the
   * lines'.
   */
  order: "oldest first" | "newest first" | "any";
  /** The steps from one balance to another that the rows explain, and those that they do not. */
  held: number;
  broken: number;
  /** The balance after the newest row; null if no line has one. */
  closing: Amount | null;
  /** The balance before the oldest row; null if it does not follow. */
  opening: Amount | null;
  /** The first step that the rows do not explain: their sum, and the difference of the balances. */
  mismatch: { rows: string; balances: string } | null;
};

/** The part of steps that may break in a file whose balances still confirm it. */
const MAX_BROKEN = 0.1;

/** Whether the balances of the lines confirm the amounts. */
export const isConfirmed = ({ held, broken }: Pick<BalanceChain, "held" | "broken">): boolean =>
  held > 0 && broken <= (held + broken) * MAX_BROKEN;

/**
 * Checks the amounts of rows, in the order of their lines, against the balances of those lines. Lines may lack a balance,
 * as where a bank prints one for each day; their amounts are a part of the next step.
 */
export function chainOf(rows: readonly BalanceRow[]): BalanceChain {
  const forward = stepsOf(rows, "oldest first");
  const backward = stepsOf(rows, "newest first");
  // Two rows that undo each other agree in both orders: their days decide.
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
 * Returns a row for each day, if on some days one of several rows has the balance of the day, in
 * any order; else null.
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
  // Rows after the last balance change it.
  if (known !== null) chain.closing = sumText(known + sum);
  return chain;
}

/**
 * Chains rows that are in no order: the balance after each row, except the last, is the balance
 * before another one, and all rows are in a single chain. Null if there is no such chain, or a row
 * has no balance.
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

/** Whether each balance is reached from the first one by the rows between them. */
function isOneChain(next: ReadonlyMap<Sum, readonly Sum[]>): boolean {
  const [first] = next.keys();
  if (first === undefined) return true;
  const reached = new Set([first]);
  // The loop takes balances that it adds.
  for (const balance of reached) for (const other of next.get(balance) ?? []) reached.add(other);
  return reached.size === next.size;
}
