import { absolute } from "../decimal.ts";
import { toSum } from "../decimal-sum.ts";
import { chainOf, isConfirmed } from "../running-balance.ts";
import type { StatementTransaction } from "../statement.ts";
import type { RowGroup } from "./row-group.ts";

/** Removes totals, balances and a summary from both ends of a group. Returns their lines. */
export const takeLines = (group: RowGroup): number[] => [
  ...takeSubtotals(group),
  ...takeTotals(group),
  ...takeShortLine(group),
  ...takeSummary(group),
];

/**
 * Removes subtotals between rows: several rows with words for totals, each the sum of the rows
 * since the last subtotal, or of all rows. Returns their lines. A payment to a shop with such a
 * name may equal the payment before it. Totals of a single row therefore need a mark that payments
 * lack.
 */
function takeSubtotals({
  transactions,
  balances,
  steps,
  totals,
  fewestFilled,
}: RowGroup): number[] {
  const places = new Map(totals.map((total) => [total.at, total]));
  if (places.size < 2 || totals.some(({ at }) => balances[at] !== null)) return [];
  const all = createSums();
  let part = createSums();
  /** The totals of the finished part. */
  let ended: StatementTransaction[] = [];
  let isProven = totals.some(({ hasBothColumns }) => hasBothColumns);
  let isOpen = false;
  for (const [at, row] of transactions.entries()) {
    const total = places.get(at);
    if (total) {
      const found = [part, all].filter((sums) => sums.has(row));
      if (found.length === 0) return [];
      isProven ||= ended.some((other) => isOpposite(other, row));
      isOpen ||= total.filled >= fewestFilled && !found.some((sums) => sums.isOfSeveral(row));
      ended.push(row);
      continue;
    }
    if (ended.length > 0) part = createSums();
    ended = [];
    for (const sums of [part, all]) sums.add(row);
  }
  if (isOpen && !isProven) return [];
  const taken = new Set(transactions.filter((_, at) => places.has(at)));
  keep(transactions, (row) => !taken.has(row));
  keep(balances, (_, at) => !places.has(at));
  keep(steps, ({ transaction }) => transaction === undefined || !taken.has(transaction));
  return [...taken].map(({ line }) => line);
}

/** Whether one amount is an inflow, and the other an outflow. */
const isOpposite = (one: Amounts, other: Amounts): boolean =>
  toSum(one.amount) * toSum(other.amount) < 0n;

function keep<T>(list: T[], isKept: (each: T, at: number) => boolean): void {
  let count = 0;
  for (const [at, each] of list.entries()) if (isKept(each, at)) list[count++] = each;
  list.length = count;
}

/**
 * Removes the last row if it has no payment text and fewer cells than all other rows: it is a
 * balance. Returns its line.
 */
function takeShortLine({ transactions, balances, steps, width, lastWidth }: RowGroup): number[] {
  const taken = transactions.at(-1);
  const isShort = lastWidth !== null && lastWidth < width && Number.isFinite(width);
  if (!taken || !isShort || balances.at(-1)) return [];
  transactions.pop();
  balances.pop();
  if (!taken.pending)
    steps.splice(
      steps.findLastIndex((step) => step.amount === taken.amount && !step.balance),
      1,
    );
  return [taken.line];
}

/**
 * Removes the first row if it is a summary: its amount is the balance before all other rows, and
 * its balance is the balance after them. Returns its line.
 */
function takeSummary({ transactions, balances, steps }: RowGroup): number[] {
  const [first] = transactions;
  const [balance] = balances;
  const [step, ...others] = steps;
  if (!first || !balance || step?.transaction !== first || others.length < 2) return [];
  if (others[0]?.balance !== balance && others.at(-1)?.balance !== balance) return [];
  const { opening, closing, ...chain } = chainOf(others);
  if (first.amount !== opening || balance !== closing || first.amount === "0") return [];
  if (!isConfirmed(chain)) return [];
  // A first deposit has the same balances if the later rows add up to zero.
  if (opening === closing && chain.order !== "newest first") return [];
  for (const list of [transactions, balances, steps]) list.shift();
  return [first.line ?? 0];
}

/** The maximum number of rows of totals at one end of a group. */
const MAX_TOTALS = 4;

/**
 * Removes rows at an end of a group if their words mean totals and their amounts are sums of all
 * other rows. Returns their lines. A single other row suffices if it has a balance, which totals
 * lack.
 */
function takeTotals(group: RowGroup): number[] {
  const { transactions, balances, steps, totals, fewestFilled } = group;
  const isNewestFirst = totals[0]?.at === 0 && totals.at(-1)?.at !== transactions.length - 1;
  const turn = (): void => {
    if (!isNewestFirst) return;
    transactions.reverse();
    balances.reverse();
  };
  const last = transactions.length - 1;
  const lines = totals.map(({ at }) => at);
  const places = isNewestFirst ? lines.map((at) => last - at).toReversed() : lines;
  let count = 0;
  while (count < MAX_TOTALS && places.at(-1 - count) === last - count) count += 1;
  if (count === 0) return [];
  turn();
  const ended = isNewestFirst ? totals.slice(0, count) : totals.slice(-count);
  let taken: StatementTransaction[] = [];
  for (let from = last + 1 - count; from <= last && taken.length === 0; from += 1) {
    const isEnough = from > 1 || (from === 1 && balances[0] !== null);
    if (!isEnough || balances.slice(from).some((balance) => balance !== null)) continue;
    if (!areSums(transactions, from)) continue;
    // A payment to a shop with such a name lacks these marks, and has a balance like other
    // payments.
    const isMarked = ended.some(
      ({ hasBothColumns, filled }) => hasBothColumns || filled < fewestFilled,
    );
    const haveBalances = balances.slice(0, from).every((balance) => balance !== null);
    if (!haveBalances && !isMarked && !areOfSeveral(transactions, from)) continue;
    balances.length = from;
    taken = transactions.splice(from);
    for (const { amount } of taken)
      steps.splice(
        steps.findLastIndex((step) => step.amount === amount && !step.balance),
        1,
      );
  }
  turn();
  return taken.flatMap(({ line }) => line ?? []);
}

/** Whether the amounts from a position on are sums of the amounts before the position. */
function areSums(transactions: readonly StatementTransaction[], from: number): boolean {
  const sums = sumsOf(transactions.slice(0, from));
  return transactions.slice(from).every(sums.has);
}

/**
 * Whether a total from a position on covers several rows, or the totals include both inflows and
 * outflows.
 */
function areOfSeveral(transactions: readonly StatementTransaction[], from: number): boolean {
  const sums = sumsOf(transactions.slice(0, from));
  const ended = transactions.slice(from);
  return ended.some(
    (row) => sums.isOfSeveral(row) || ended.some((other) => isOpposite(row, other)),
  );
}

function sumsOf(rows: readonly StatementTransaction[]): Sums {
  const sums = createSums();
  for (const row of rows) sums.add(row);
  return sums;
}

type Amounts = Pick<StatementTransaction, "amount">;

/**
 * The sums of rows: of inflows, of outflows, and of all. `has` returns whether an amount is a sum.
 * `isOfSeveral` returns whether at least two nonzero rows make up the amount.
 */
type Sums = {
  add(row: Amounts): void;
  has(row: Amounts): boolean;
  isOfSeveral(row: Amounts): boolean;
};

function createSums(): Sums {
  let count = 0;
  const into = { sum: 0n, rows: 0 };
  const out = { sum: 0n, rows: 0 };
  const find = ({ amount }: Amounts) => {
    const rows = into.rows + out.rows;
    const net = into.sum - out.sum;
    const wanted = toSum(absolute(amount));
    return [into, out, { sum: net, rows }, { sum: -net, rows }].filter(({ sum }) => sum === wanted);
  };
  return {
    add({ amount }) {
      const sum = toSum(amount);
      count += 1;
      const side = sum > 0n ? into : out;
      side.sum += sum > 0n ? sum : -sum;
      if (sum !== 0n) side.rows += 1;
    },
    has: (row) => count > 0 && find(row).length > 0,
    isOfSeveral: (row) => find(row).some(({ rows }) => rows > 1),
  };
}
