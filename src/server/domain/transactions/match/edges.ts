import { createPace, eachInTurns, filterInTurns } from "../../jobs/in-turns.ts";
import { type Candidate, candidateOf } from "./candidate.ts";
import { indexClasses } from "./class-index.ts";
import type { RowClass } from "./row-classes.ts";

/** A candidate pair of classes. `isOpen`: other rows have to be considered as well. */
export type Edge = Omit<Candidate, "left" | "right"> & { left: RowClass; right: RowClass };

/** The candidates of classes; and the crowded classes, to which nothing is applied. */
export type Edges = {
  edges: Edge[];
  /** Crowded classes by side, since copying both into one set would take a long turn. */
  crowded: { gone: ReadonlySet<RowClass>; come: ReadonlySet<RowClass> };
};

/**
 * The number of steps of a search around a row, which looks at fourteen days per start of a name.
 */
const SEARCH_STEPS = 20;

/** The maximum number of candidates of an added class. */
const MAX_EDGES = 100;

/** Finds the candidate pairs among classes of removed and of added rows. */
export const findEdges = async (
  gone: readonly RowClass[],
  come: readonly RowClass[],
): Promise<Edges> => {
  const index = await indexClasses(come, gone);
  const edges: Edge[] = [];
  const crowdedGone = new Set<RowClass>();
  const counts = new Map<RowClass, number>();
  const pace = createPace();
  for (const left of gone) {
    const around = index.around(left.first);
    if (around === null) crowdedGone.add(left);
    for (const right of around ?? []) {
      const candidate = candidateOf(left.first, right.first);
      if (!candidate) continue;
      edges.push({ ...candidate, left, right });
      counts.set(right, (counts.get(right) ?? 0) + 1);
    }
    const turn = pace(SEARCH_STEPS + 2 * (around?.size ?? 0));
    if (turn) await turn;
  }
  const crowdedCome = await index.crowded();
  await eachInTurns(counts, ([right, count]) => count > MAX_EDGES && crowdedCome.add(right));
  return { edges: await withoutNear(edges), crowded: { gone: crowdedGone, come: crowdedCome } };
};

/**
 * Leaves out a candidate that is a day off if the day of authorization confirms another candidate
 * of either row.
 */
async function withoutNear(edges: readonly Edge[]): Promise<Edge[]> {
  const confirmed = new Set<RowClass>();
  await eachInTurns(edges, ({ left, right, authorization }) => {
    if (authorization === "confirmed") confirmed.add(left).add(right);
  });
  return filterInTurns(
    edges,
    ({ left, right, authorization }) =>
      authorization !== "near" || !(confirmed.has(left) || confirmed.has(right)),
  );
}
