import { createPace, sortInTurns } from "../../jobs/in-turns.ts";
import type { Edge } from "./edges.ts";
import type { Row } from "./row.ts";
import type { RowClass } from "./row-classes.ts";
import type { Settled } from "./settle-equal.ts";

/**
 * Pairs removed rows with at least as many added rows: rows with a confirmed day of authorization
 * first, then those with most words in common, then by day. Null unless each removed row finds a
 * partner.
 */
export const pairAsMany = async (
  edges: readonly Edge[],
): Promise<(Settled & { edge: Edge })[] | null> => {
  const pace = createPace();
  const free = new Map<RowClass, Row[]>();
  for (const { left, right } of edges)
    for (const each of [left, right])
      if (!free.has(each)) {
        free.set(each, each.rows.toReversed());
        const turn = pace(each.rows.length);
        if (turn) await turn;
      }
  const pairs: (Settled & { edge: Edge })[] = [];
  for (const edge of await sortInTurns(edges, byFit)) {
    const [gone, come] = [free.get(edge.left) ?? [], free.get(edge.right) ?? []];
    for (let left = gone.at(-1), right = come.at(-1); left && right; ) {
      pairs.push({ left, right, edge });
      gone.pop();
      come.pop();
      [left, right] = [gone.at(-1), come.at(-1)];
      const turn = pace();
      if (turn) await turn;
    }
  }
  return edges.every(({ left }) => free.get(left)?.length === 0) ? pairs : null;
};

const byFit = (a: Edge, b: Edge): number =>
  Number(b.authorization === "confirmed") - Number(a.authorization === "confirmed") ||
  b.nameShare - a.nameShare ||
  a.left.first.day - b.left.first.day ||
  a.right.first.day - b.right.first.day;
