import { createPace } from "../../jobs/in-turns.ts";
import { compareNames } from "./compare-names.ts";
import type { Edge } from "./edges.ts";
import { type Matchable, type Row, rowOf } from "./row.ts";

/** The days around a rebooked payment within which another equal row leaves the match open. */
const DAYS = 12;

/** Leaves a rebooked payment to its user if the list still has an equal row. */
export const weighKept = async (
  edges: readonly Edge[],
  kept: Iterable<Matchable>,
): Promise<Edge[]> => {
  const isAgain = ({ left, right }: Edge) =>
    !left.first.transaction.pending && left.first.day !== right.first.day;
  const needed = new Set(edges.filter(isAgain).map(({ left }) => toKey(left.first.transaction)));
  if (needed.size === 0) return [...edges];
  const rows = new Map<string, Row[]>();
  const pace = createPace();
  for (const transaction of kept) {
    const key = toKey(transaction);
    if (needed.has(key)) {
      const known = rows.get(key);
      if (known) known.push(rowOf(transaction));
      else rows.set(key, [rowOf(transaction)]);
    }
    const turn = pace();
    if (turn) await turn;
  }
  return edges.map((edge) => {
    if (!isAgain(edge)) return edge;
    const { first: left } = edge.left;
    const { first: right } = edge.right;
    const isEqual = (row: Row): boolean => {
      const isNear = [left, right].some(({ day }) => Math.abs(day - row.day) <= DAYS);
      const { names } = compareNames(left.reading, row.reading);
      return isNear && row.currency === left.currency && (names === "same" || names === "adds");
    };
    return (rows.get(toKey(left.transaction)) ?? []).some(isEqual)
      ? { ...edge, isApplied: false }
      : edge;
  });
};

const toKey = ({ account_id, amount }: Matchable): string => `${account_id} ${amount}`;
