import { dayOf } from "../../calendar.ts";
import { createPace, eachInTurns, mapInTurns, sortInTurns } from "../../jobs/in-turns.ts";
import type { Matchable } from "./party.ts";

/** A transaction that may be the same as one of another list. */
export type Candidate = {
  transaction: Matchable;
  /** Only transactions of the same account, currency and direction are compared. */
  group: string;
  amount: number;
  day: number;
  madeOn: number | null;
};

/** The transactions of a list as candidates. */
export const candidatesOf = (transactions: readonly Matchable[]): Promise<Candidate[]> =>
  mapInTurns(transactions, (transaction) => ({
    transaction,
    group: JSON.stringify([
      transaction.account_id,
      transaction.iso_currency_code ?? transaction.unofficial_currency_code,
      transaction.amount < 0,
    ]),
    amount: transaction.amount,
    day: dayOf(transaction.date),
    madeOn: transaction.authorized_date ? dayOf(transaction.authorized_date) : null,
  }));

/** The candidates of a group and day that are all pending or all posted, sorted by amount. */
type Shelf = {
  candidates: Candidate[];
  /** How many more crowded ranges begin than end at each position. */
  crowds: Int32Array | null;
};

/** Neighbors on a shelf. */
type Range = { shelf: Shelf; from: number; to: number };

/** The days and amounts to look for; all bounds are in the range. */
export type Window = {
  pending: boolean;
  firstDay: number;
  lastDay: number;
  least: number;
  most: number;
};

/** Candidates that are found by group, day and amount; the index counts before it returns any of them. */
export type CandidateIndex = {
  /** The candidates in windows of a group; null if there are more than `most`, and each of them is crowded then. */
  find(group: string, windows: readonly Window[], most: number): Candidate[] | null;
  /** All candidates that are not crowded, by day. */
  uncrowded(): Promise<Candidate[]>;
};

/** Indexes candidates: each search takes a logarithm of their number. */
export const indexCandidates = async (
  candidates: readonly Candidate[],
): Promise<CandidateIndex> => {
  const shelves = new Map<string, Shelf>();
  await eachInTurns(await sortInTurns(candidates, byDayAndAmount), (candidate) => {
    const { group, day, transaction } = candidate;
    const key = shelfKey(group, day, transaction.pending);
    const shelf = shelves.get(key);
    if (shelf) shelf.candidates.push(candidate);
    else shelves.set(key, { candidates: [candidate], crowds: null });
  });
  const rangesOf = (
    group: string,
    { pending, firstDay, lastDay, least, most }: Window,
  ): Range[] => {
    const ranges: Range[] = [];
    for (let day = firstDay; day <= lastDay; day++) {
      const shelf = shelves.get(shelfKey(group, day, pending));
      if (!shelf) continue;
      const from = firstIndex(shelf.candidates, ({ amount }) => amount >= least);
      const to = firstIndex(shelf.candidates, ({ amount }) => amount > most);
      if (from < to) ranges.push({ shelf, from, to });
    }
    return ranges;
  };
  return {
    find: (group, windows, most) => {
      const ranges = windows.flatMap((window) => rangesOf(group, window));
      const count = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
      if (count <= most)
        return ranges.flatMap(({ shelf, from, to }) => shelf.candidates.slice(from, to));
      for (const { shelf, from, to } of ranges) {
        shelf.crowds ??= new Int32Array(shelf.candidates.length + 1);
        shelf.crowds[from] = (shelf.crowds[from] ?? 0) + 1;
        shelf.crowds[to] = (shelf.crowds[to] ?? 0) - 1;
      }
      return null;
    },
    uncrowded: async () => {
      const found: Candidate[] = [];
      const pace = createPace();
      for (const { candidates, crowds } of shelves.values()) {
        let crowd = 0;
        for (const [at, candidate] of candidates.entries()) {
          crowd += crowds?.[at] ?? 0;
          if (crowd === 0) found.push(candidate);
          await pace();
        }
      }
      return found;
    },
  };
};

/** The amounts of each group, sorted, to look for the other part of a sum. */
export const indexSums = async (
  candidates: readonly Candidate[],
): Promise<(whole: Candidate, part: Candidate) => boolean> => {
  const groups = new Map<string, Candidate[]>();
  await eachInTurns(await sortInTurns(candidates, byAmount), (candidate) => {
    const group = groups.get(candidate.group);
    if (group) group.push(candidate);
    else groups.set(candidate.group, [candidate]);
  });
  return (whole, part) => {
    const group = groups.get(part.group) ?? [];
    const excess = ({ amount }: Candidate) => amount + part.amount - whole.amount;
    const first = firstIndex(group, (other) => excess(other) > -HALF_A_CENT);
    const other = group[first] === part ? group[first + 1] : group[first];
    return other !== undefined && excess(other) < HALF_A_CENT;
  };
};

const HALF_A_CENT = 0.005;

const shelfKey = (group: string, day: number, pending: boolean): string =>
  `${day} ${pending} ${group}`;

const byDayAndAmount = (a: Candidate, b: Candidate): number => a.day - b.day || a.amount - b.amount;

const byAmount = (a: Candidate, b: Candidate): number => a.amount - b.amount;

/** The index of the first value that passes, in a list that those which pass end; its length if none does. */
function firstIndex<Value>(sorted: readonly Value[], passes: (value: Value) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const value = sorted[middle];
    if (value !== undefined && passes(value)) to = middle;
    else from = middle + 1;
  }
  return from;
}
