import { createPace, sortInTurns } from "../../jobs/in-turns.ts";
import { CANDIDATE_DAYS, mostWithTip } from "./candidate.ts";
import { firstAt } from "./first-at.ts";
import type { Row } from "./row.ts";
import type { RowClass } from "./row-classes.ts";

/** The maximum number of classes with fitting days, amounts and names to compare with one class. */
const MAX_CANDIDATES = 100;

/** Classes sorted by a number. `crowds` counts the starts and ends of too large ranges. */
type Sorted = { classes: RowClass[]; numbers: number[]; crowds: Map<number, number> };

/** A range of a list's classes by index. */
type Range = { list: Sorted | null; begin: number; end: number };

/** An index of the classes of added rows that may match a removed row. */
export type ClassIndex = {
  /** The classes that may match a removed row; null for too many. */
  around(left: Row): ReadonlySet<RowClass> | null;
  /** The classes within too large ranges. */
  crowded(): Promise<Set<RowClass>>;
};

/**
 * Indexes the classes of added rows by amount, by original amount, and by day with the start of a
 * name.
 */
export const indexClasses = async (
  come: readonly RowClass[],
  gone: readonly RowClass[],
): Promise<ClassIndex> => {
  const byAmount = createLists(({ day }) => day);
  const byOriginal = createLists(({ day }) => day);
  const byName = createLists(({ cents }) => cents);
  const pace = createPace();
  let areAnyUnwritten = false;
  for (const { first } of gone) {
    areAnyUnwritten ||= beginsOf(first).some(isUnwritten);
    const turn = pace();
    if (turn) await turn;
  }
  for (const each of come) {
    const { first } = each;
    byAmount.add(amountKey(first, first.currency, first.cents), each);
    const { original } = first.evidence;
    if (original)
      byOriginal.add(amountKey(first, original.currency, Math.round(original.amount * 100)), each);
    for (const begin of indexedBegins(first, areAnyUnwritten))
      byName.add(nameKey(first, begin, first.day), each);
    const turn = pace();
    if (turn) await turn;
  }
  for (const lists of [byAmount, byOriginal, byName]) await lists.sort();
  const [earliest, latest] = CANDIDATE_DAYS;
  return {
    around: (left) => {
      const { currency, cents, day, evidence } = left;
      const days = [day + earliest, day + latest] as const;
      const found = new Set<RowClass>();
      const { original } = evidence;
      const amounts = [
        amountKey(left, currency, cents),
        ...(original
          ? [amountKey(left, original.currency, Math.round(original.amount * 100))]
          : []),
      ];
      const ranges: Range[] = amounts.flatMap((key) => [
        byAmount.range(key, days),
        byOriginal.range(key, days),
      ]);
      if (left.transaction.pending && cents !== 0)
        for (const begin of searchedBegins(left))
          for (let on = day + earliest; on <= day + latest; on++)
            ranges.push(byName.range(nameKey(left, begin, on), amountsFor(left)));
      const count = ranges.reduce((sum, range) => sum + range.end - range.begin, 0);
      if (count > MAX_CANDIDATES) {
        for (const { list, begin, end } of ranges) if (list) markCrowd(list, begin, end);
        return null;
      }
      for (const { list, begin, end } of ranges)
        for (let at = begin; at < end; at++) {
          const each = list?.classes[at];
          if (each) found.add(each);
        }
      return found;
    },
    crowded: async () => {
      const crowded = new Set<RowClass>();
      for (const lists of [byAmount, byOriginal, byName]) await lists.crowded(crowded);
      return crowded;
    },
  };
};

/** The amounts that a pending row may be booked with; any amount for a preauthorization. */
const amountsFor = ({ cents, evidence }: Row): readonly [number, number] => {
  if (evidence.isPreauthorization || cents === 100) return [-Infinity, Infinity];
  return cents > 0 ? [cents, mostWithTip(cents)] : [cents, cents];
};

const amountKey = ({ group }: Row, currency: string, cents: number): string =>
  `${group} ${currency} ${cents}`;

const nameKey = ({ group, currency }: Row, begin: string, day: number): string =>
  `${group} ${currency} ${begin} ${day}`;

/** The first three letters of each text. */
const beginsOf = ({ reading }: Row): string[] => [
  ...new Set(reading.texts.map(({ words }) => words[0]?.slice(0, 3) ?? "")),
];

/**
 * Whether a name's start has an unwritable letter, which stands for one or two letters of another
 * start.
 */
const isUnwritten = (begin: string): boolean => begin.includes("?");

/**
 * The starts of words that index an added row. Single letters serve removed rows with unwritable
 * letters.
 */
const indexedBegins = (row: Row, areAnyUnwritten: boolean): Set<string> =>
  new Set(
    beginsOf(row).flatMap((begin) => [
      ...(isUnwritten(begin) ? [`${lettersIn(begin)}?`] : [begin]),
      ...(areAnyUnwritten ? [`${begin.slice(0, 1)}*`, "*"] : []),
    ]),
  );

/** The starts of words with which a removed row is searched. */
const searchedBegins = (row: Row): Set<string> =>
  new Set(
    beginsOf(row).flatMap((begin) =>
      isUnwritten(begin) ? [`${lettersIn(begin)}*`] : [begin, `${begin.slice(0, 1)}?`, "?"],
    ),
  );

/** The first letter of a start, unless unwritable. */
const lettersIn = (begin: string): string => (begin.startsWith("?") ? "" : begin.slice(0, 1));

/** Marks a range of classes that exceeds the maximum number of candidates. */
function markCrowd({ crowds }: Sorted, begin: number, end: number): void {
  if (begin === end) return;
  crowds.set(begin, (crowds.get(begin) ?? 0) + 1);
  crowds.set(end, (crowds.get(end) ?? 0) - 1);
}

/** The number of maps that share the keys, since a growing map moves all entries in one turn. */
const MAPS = 64;

function createLists(numberOf: (row: Row) => number) {
  const maps = Array.from({ length: MAPS }, () => new Map<string, Sorted>());
  /** The map of a key, by its last two digits. */
  const mapFor = (key: string): Map<string, Sorted> | undefined =>
    maps[(10 * key.charCodeAt(key.length - 2) + key.charCodeAt(key.length - 1)) % MAPS];
  return {
    add: (key: string, each: RowClass): void => {
      const lists = mapFor(key);
      const known = lists?.get(key);
      if (known) known.classes.push(each);
      else lists?.set(key, { classes: [each], numbers: [], crowds: new Map() });
    },
    sort: async (): Promise<void> => {
      const pace = createPace();
      for (const list of all(maps)) {
        if (list.classes.length > 1)
          list.classes = await sortInTurns(
            list.classes,
            (a, b) => numberOf(a.first) - numberOf(b.first),
          );
        list.numbers = list.classes.map(({ first }) => numberOf(first));
        const turn = pace(list.classes.length);
        if (turn) await turn;
      }
    },
    /** The range of a key's classes between two numbers. */
    range: (key: string, [from, to]: readonly [number, number]): Range => {
      const list = mapFor(key)?.get(key);
      if (!list) return { list: null, begin: 0, end: 0 };
      const { numbers } = list;
      const atLeast = (least: number) => firstAt(numbers.length, (at) => numbers[at] ?? 0, least);
      return { list, begin: atLeast(from), end: atLeast(to + 0.5) };
    },
    crowded: async (into: Set<RowClass>): Promise<void> => {
      const pace = createPace();
      for (const { classes, crowds } of all(maps)) {
        if (crowds.size === 0) continue;
        let depth = 0;
        for (const [at, each] of classes.entries()) {
          depth += crowds.get(at) ?? 0;
          if (depth > 0) into.add(each);
          const turn = pace();
          if (turn) await turn;
        }
      }
    },
  };
}

function* all(maps: readonly ReadonlyMap<string, Sorted>[]): Iterable<Sorted> {
  for (const map of maps) yield* map.values();
}
