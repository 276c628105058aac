import { groupBy } from "../../group-by.ts";
import { createPace } from "../../jobs/in-turns.ts";
import type { Edge, Edges } from "./edges.ts";
import { pairAsMany } from "./pair-as-many.ts";
import type { Row } from "./row.ts";
import type { RowClass } from "./row-classes.ts";
import type { Settled } from "./settle-equal.ts";

/** The pairs to apply, and the candidates to ask the user about. */
export type Decided = { settled: (Settled & { edge: Edge })[]; asked: Edge[] };

/**
 * Decides each set of candidates that share a row. `doesRebook`: the source books payments again.
 */
export const decideSets = async (
  { edges, crowded }: Edges,
  doesRebook = false,
): Promise<Decided> => {
  const decided: Decided = { settled: [], asked: [] };
  const pace = createPace();
  for (const set of await setsOf(edges)) {
    const isCrowded = set.some(
      ({ left, right }) => crowded.gone.has(left) || crowded.come.has(right),
    );
    const settled = isCrowded ? [] : await decide(set, doesRebook);
    if (settled !== null) for (const each of settled) decided.settled.push(each);
    else for (const edge of set) decided.asked.push(edge);
    const turn = pace(set.reduce((sum, { left, right }) => sum + countRows([left, right]), 0));
    if (turn) await turn;
  }
  return decided;
};

type Pairs = Decided["settled"];

/** Returns the pairs of a set to apply; null if the user has to decide. */
async function decide(set: readonly Edge[], doesRebook: boolean): Promise<Pairs | null> {
  const [only, ...more] = set;
  if (!only || !set.every(({ isApplied }) => isApplied)) return null;
  const isOnePair =
    more.length === 0 && only.left.rows.length === 1 && only.right.rows.length === 1;
  if (isOnePair) return pair(only, only.left.rows, only.right.rows);
  const amounts = groupBy(set, ({ left }) => left.first.cents);
  const isOneAmount = amounts.size === 1 && set.every(hasOneAmount);
  if (isOneAmount) return decideEqual(set, "any number", doesRebook);
  const own = [...amounts.values()].map((edges) => edges.filter(hasOneAmount));
  // An equal amount is preferred to an amount with a tip. The remaining added rows are new.
  const covered = new Set(own.flat().map(({ left }) => left));
  if (!set.every(({ left }) => covered.has(left))) return null;
  const pairs: Pairs = [];
  for (const edges of own) {
    const part = await decideEqual(edges, "as many", doesRebook);
    if (part === null) return null;
    pairs.push(...part);
  }
  return pairs;
}

const hasOneAmount = ({ amount }: Edge): boolean => amount === "same";

/**
 * Pairs equal rows in the order of their days; null if the rows differ, or a user could know more.
 */
async function decideEqual(
  edges: readonly Edge[],
  counts: "any number" | "as many",
  doesRebook: boolean,
): Promise<Pairs | null> {
  const lefts = [...new Set(edges.map(({ left }) => left))];
  const rights = [...new Set(edges.map(({ right }) => right))];
  const [goneCount, comeCount] = [countRows(lefts), countRows(rights)];
  const isAsMany = goneCount === comeCount;
  if (!isAsMany && counts === "as many") return null;
  const isOneDay = haveOneDay(lefts) && haveOneDay(rights);
  const authorizations = new Set(edges.map(({ authorization }) => authorization));
  // Days of authorization that only some rows have may tell the rows apart.
  const isToldByDay = !isOneDay && authorizations.size > 1;
  const [areGoneAlike, areComeAlike] = [readAlike(lefts, []), readAlike(rights, lefts)];
  const isToldByWords = !(areGoneAlike && areComeAlike);
  const isBooked = ({ first }: RowClass) => !first.transaction.pending;
  // Among equal purchases, the first pending one posts first.
  const doFirstPost =
    goneCount <= comeCount &&
    !lefts.some(isBooked) &&
    edges.every(({ nameShare }) => nameShare > 0);
  // Added words may name another shop, unless every row has added words.
  const doAllAdd = edges.every(({ nameShare }) => nameShare < 1);
  const isOneSideTold =
    (isAsMany && areComeAlike) || ((isAsMany || doFirstPost) && areGoneAlike && doAllAdd);
  if (isToldByDay || (isToldByWords && !isOneSideTold))
    return doesRebook && lefts.some(isBooked) && goneCount <= comeCount ? pairAsMany(edges) : null;
  const hasOneDayMore = haveOneDay(goneCount > comeCount ? lefts : rights);
  // At a source that books again, no booked payment disappears for good.
  const couldBeKnown =
    !(doesRebook && lefts.every(isBooked)) &&
    ((goneCount + comeCount === 3 && !doFirstPost) || !authorizations.has("unnamed"));
  if (!isAsMany && !hasOneDayMore && couldBeKnown) return null;
  const pairs = await inOrder(edges, listRows(lefts), listRows(rights));
  return isAsMany && pairs.length < goneCount ? null : pairs;
}

/**
 * Whether the texts of one side's rows are alike. Numbers may differ if no row of the other side
 * has a number.
 */
function readAlike([first, ...rest]: readonly RowClass[], others: readonly RowClass[]): boolean {
  if (!first || rest.every((each) => each.first.reading.key === first.first.reading.key))
    return true;
  const words = joinWords(first);
  return (
    others.length > 0 &&
    others.every(hasNoNumbers) &&
    rest.every((each) => joinWords(each) === words)
  );
}

const joinWords = ({ first }: RowClass): string => [...first.reading.words].sort().join(" ");

const hasNoNumbers = ({ first }: RowClass): boolean => first.reading.numbers.size === 0;

const haveOneDay = (classes: readonly RowClass[]): boolean =>
  classes.every(({ first }) => first.day === classes[0]?.first.day);

const countRows = (classes: readonly RowClass[]): number =>
  classes.reduce((sum, { rows }) => sum + rows.length, 0);

/** The rows of classes by day. */
const listRows = (classes: readonly RowClass[]): Row[] =>
  classes.toSorted((a, b) => a.first.day - b.first.day).flatMap(({ rows }) => rows);

/** Pairs each removed row with its first unpaired candidate. */
async function inOrder(
  edges: readonly Edge[],
  gone: readonly Row[],
  come: readonly Row[],
): Promise<Pairs> {
  const pace = createPace();
  const classOf = new Map<Row, RowClass>();
  const byClass = new Map<RowClass, Map<RowClass, Edge>>();
  for (const edge of edges) {
    const known = byClass.get(edge.left) ?? new Map<RowClass, Edge>();
    byClass.set(edge.left, known.set(edge.right, edge));
    for (const each of [edge.left, edge.right]) {
      if (classOf.has(each.first)) continue;
      for (const row of each.rows) {
        classOf.set(row, each);
        const turn = pace();
        if (turn) await turn;
      }
    }
  }
  const pairs: Pairs = [];
  let next = 0;
  for (const left of gone) {
    const rights = byClass.get(classOf.get(left) as RowClass);
    for (let at = next; at < come.length; at++) {
      const right = come[at];
      const turn = pace();
      if (turn) await turn;
      if (!right || right.day > left.day + 12) break;
      const edge = rights?.get(classOf.get(right) as RowClass);
      if (!edge) continue;
      pairs.push({ left, right, edge });
      next = at + 1;
      break;
    }
  }
  return pairs;
}

const pair = (edge: Edge, [left]: readonly Row[], [right]: readonly Row[]): Pairs =>
  left && right ? [{ left, right, edge }] : [];

/** The sets of candidates that share a class, by union-find. */
async function setsOf(edges: readonly Edge[]): Promise<Edge[][]> {
  const parents = new Map<RowClass, RowClass>();
  const rootOf = (each: RowClass): RowClass => {
    let root = each;
    for (let up = parents.get(root); up; up = parents.get(root)) root = up;
    for (let at = each; at !== root; ) {
      const up = parents.get(at) ?? root;
      parents.set(at, root);
      at = up;
    }
    return root;
  };
  const pace = createPace();
  for (const { left, right } of edges) {
    const [a, b] = [rootOf(left), rootOf(right)];
    if (a !== b) parents.set(a, b);
    const turn = pace();
    if (turn) await turn;
  }
  const sets = new Map<RowClass, Edge[]>();
  for (const edge of edges) {
    const root = rootOf(edge.left);
    const known = sets.get(root);
    if (known) known.push(edge);
    else sets.set(root, [edge]);
    const turn = pace();
    if (turn) await turn;
  }
  return [...sets.values()];
}
