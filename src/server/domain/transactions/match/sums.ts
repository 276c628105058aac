import { createPace, eachInTurns, sortInTurns } from "../../jobs/in-turns.ts";
import type { Edge } from "./edges.ts";
import { areToldApart } from "./evidence.ts";
import { firstAt } from "./first-at.ts";
import type { Row } from "./row.ts";
import { listParties, type RowClass } from "./row-classes.ts";

/** The range of days from a removed row to an added row within one sum. */
const DAYS = { before: 1, after: 8 };
/** The same range, from an added row to a removed row. */
const AROUND_COME = { before: DAYS.after, after: DAYS.before };
/**
 * The maximum number of rows among which sums of two to four are tried; with more rows, only the
 * total.
 */
const MAX_ROWS = 16;

/** The rows of one party, sorted by day. */
type Party = { gone: Row[]; come: Row[] };

/** Rows by side, since one set of both would grow in a long turn. */
type Sides = Record<keyof Party, Set<Row>>;
const createSides = (): Sides => ({ gone: new Set(), come: new Set() });

/**
 * Finds sums and parts that explain rows as well as a candidate does, and turns such candidates
 * into questions. A row that may be part of a larger row gets that row as a further candidate. In a
 * party with too many rows, different amounts are no candidates.
 */
export const weighSums = async (
  edges: readonly Edge[],
  gone: readonly RowClass[],
  come: readonly RowClass[],
): Promise<Edge[]> => {
  const needed = new Set<string>();
  await eachInTurns(edges, ({ left, right }) => {
    for (const key of [...listParties(left.first), ...listParties(right.first)]) needed.add(key);
  });
  const parties = await partiesIn(needed, gone, come);
  const matched = new Set<Row>();
  const exact = createSides();
  const pace = createPace();
  for (const { left, right, amount } of edges) {
    const isExact = amount === "same" || amount === "original";
    for (const row of left.rows) {
      matched.add(row);
      if (isExact) exact.gone.add(row);
      const turn = pace();
      if (turn) await turn;
    }
    if (isExact)
      for (const row of right.rows) {
        exact.come.add(row);
        const turn = pace();
        if (turn) await turn;
      }
  }
  const inSum = createSides();
  const crowded = createSides();
  for (const party of parties.values()) await markSums(party, { exact, inSum, crowded, pace });
  const classOf = new Map<Row, RowClass>();
  for (const each of gone)
    for (const row of each.rows) {
      classOf.set(row, each);
      const turn = pace();
      if (turn) await turn;
    }
  const added = new Map<string, Edge>();
  const weighed: Edge[] = [];
  for (const edge of edges) {
    const turn = pace();
    if (turn) await turn;
    // Rows with the same facts are in the same sums.
    const areIn = ({ gone: lefts, come: rights }: Sides) =>
      lefts.has(edge.left.first) || rights.has(edge.right.first);
    const isOther = edge.amount === "more" || edge.amount === "hold";
    if (isOther && areIn(crowded)) continue;
    const { first } = edge.right;
    const larger = edge.amount === "more" ? largerThan(edge, parties, matched) : [];
    for (const row of larger) {
      const left = classOf.get(row);
      if (left) added.set(`${left.first.key} ${first.key}`, partEdge(left, edge.right));
    }
    const isOpen = larger.length > 0 || areIn(inSum);
    weighed.push(isOpen ? { ...edge, isApplied: false } : edge);
  }
  return [...weighed, ...added.values()];
};

async function partiesIn(
  needed: ReadonlySet<string>,
  gone: readonly RowClass[],
  come: readonly RowClass[],
): Promise<Map<string, Party>> {
  const parties = new Map<string, Party>();
  const pace = createPace();
  for (const [side, classes] of [
    ["gone", gone],
    ["come", come],
  ] as const)
    for (const { first, rows } of classes) {
      for (const key of listParties(first)) {
        if (!needed.has(key)) continue;
        const party = parties.get(key) ?? { gone: [], come: [] };
        parties.set(key, party);
        for (const row of rows) {
          party[side].push(row);
          const turn = pace();
          if (turn) await turn;
        }
      }
    }
  const byDay = (a: Row, b: Row) => a.day - b.day;
  for (const party of parties.values()) {
    party.gone = await sortInTurns(party.gone, byDay);
    party.come = await sortInTurns(party.come, byDay);
    const turn = pace(party.gone.length + party.come.length);
    if (turn) await turn;
  }
  return parties;
}

type Marks = {
  exact: Sides;
  inSum: Sides;
  crowded: Sides;
  pace: ReturnType<typeof createPace>;
};

/** Marks the rows of sums in which a part has no candidate with its own amount. */
async function markSums(
  { gone, come }: Party,
  { exact, inSum, crowded, pace }: Marks,
): Promise<void> {
  const sides = [
    { side: "come", other: "gone", wholes: come, parts: gone, ...AROUND_COME },
    { side: "gone", other: "come", wholes: gone, parts: come, ...DAYS },
  ] as const;
  for (const { side, other, wholes, parts, before, after } of sides) {
    /** Marks a row as the sum of others. */
    const mark = (whole: Row, some: readonly Row[]): void => {
      if (some.every((part) => exact[other].has(part))) return;
      inSum[side].add(whole);
      for (const part of some) inSum[other].add(part);
    };
    const totals = [0];
    for (const part of parts) {
      totals.push((totals.at(-1) ?? 0) + part.cents);
      const turn = pace();
      if (turn) await turn;
    }
    let [begin, end] = [0, 0];
    for (const whole of wholes) {
      while (begin < parts.length && (parts[begin]?.day ?? 0) < whole.day - before) begin += 1;
      while (end < parts.length && (parts[end]?.day ?? 0) <= whole.day + after) end += 1;
      const count = end - begin;
      if (count > MAX_ROWS) crowded[side].add(whole);
      if (count >= 2) {
        const total = (totals[end] ?? 0) - (totals[begin] ?? 0);
        if (count > 4 && total === whole.cents && count <= MAX_GROUP)
          mark(whole, parts.slice(begin, end));
        if (count <= MAX_ROWS)
          for (const some of sumsIn(parts.slice(begin, end), whole.cents)) mark(whole, some);
      }
      const turn = pace(count <= MAX_ROWS ? 1 + count * count : 2);
      if (turn) await turn;
    }
  }
}

/** The maximum number of rows whose total is tried as a sum. */
const MAX_GROUP = 1000;

/** All sets of two to four rows with a given sum, from the sums of two. */
function sumsIn(rows: readonly Row[], cents: number): Row[][] {
  const pairs = new Map<number, (readonly [number, number])[]>();
  for (let a = 0; a < rows.length; a++)
    for (let b = a + 1; b < rows.length; b++) {
      const sum = (rows[a]?.cents ?? 0) + (rows[b]?.cents ?? 0);
      const known = pairs.get(sum);
      if (known) known.push([a, b]);
      else pairs.set(sum, [[a, b]]);
    }
  const found = (pairs.get(cents) ?? []).map((pair): number[] => [...pair]);
  for (const [at, row] of rows.entries())
    for (const [a, b] of pairs.get(cents - row.cents) ?? []) if (at < a) found.push([at, a, b]);
  for (const [sum, lefts] of pairs)
    for (const [a, b] of lefts)
      for (const [c, d] of pairs.get(cents - sum) ?? []) if (b < c) found.push([a, b, c, d]);
  return found.map((indexes) => indexes.flatMap((at) => rows[at] ?? []));
}

/** The removed rows that exceed a row with a possible tip, and that no other row explains. */
function largerThan(
  { left, right }: Edge,
  parties: ReadonlyMap<string, Party>,
  matched: ReadonlySet<Row>,
): Row[] {
  const { first } = right;
  return listParties(first).flatMap((key) => {
    const { gone = [] } = parties.get(key) ?? {};
    const dayAt = (at: number) => gone[at]?.day ?? 0;
    const begin = firstAt(gone.length, dayAt, first.day - DAYS.after);
    const end = firstAt(gone.length, dayAt, first.day + DAYS.before + 1);
    return gone
      .slice(begin, end)
      .filter(
        (row) =>
          row.cents > first.cents &&
          row !== left.first &&
          !matched.has(row) &&
          !areToldApart(row, first),
      );
  });
}

const partEdge = (left: RowClass, right: RowClass): Edge => ({
  ...{ left, right, isApplied: false, amount: "more", authorization: "unnamed" },
  ...{ nameShare: 0, score: 40 },
  reasons: [{ reason: "part" }, { reason: "party" }, { reason: "near" }],
});
