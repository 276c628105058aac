import type { MatchReason } from "../../../../protocol/match-reason.ts";
import { groupInTurns, mapInTurns } from "../../jobs/in-turns.ts";
import { decideSets } from "./candidate-sets.ts";
import { type Edge, findEdges } from "./edges.ts";
import { weighKept } from "./kept-rows.ts";
import { type Matchable, rowOf } from "./row.ts";
import { groupRows } from "./row-classes.ts";
import { settleEqual } from "./settle-equal.ts";
import { weighSums } from "./sums.ts";

/**
 * A stored transaction, and the listed transaction that it became under another id; the score is
 * out of 100.
 */
export type Match = { before: string; after: string; score: number; reasons: MatchReason[] };

/**
 * The certain pairs, and the possible pairs, which users decide. Each added transaction's likeliest
 * pair comes first.
 */
export type Comparison = { matches: Match[]; possible: Match[] };

/** The habits of a source. `doesRebook`: an authorization is booked again as a presentment. */
type Habits = { doesRebook?: boolean };

/** The maximum number of a transaction's candidates in questions. */
const MAX_POSSIBLE = 10;
/**
 * The maximum number of questions of a comparison. With more, none is asked, since a user would not
 * decide so many.
 */
const MAX_QUESTIONS = 2000;

/**
 * Matches stored transactions that an institution no longer lists with those that it lists under
 * new ids, by the rule of docs/matching.md. An uncertain pair stays apart: a false match loses a
 * transaction, while a missed one is only reported as removed and added. Takes n log n steps, and
 * yields to the event loop.
 */
export const matchTransactions = async (
  gone: readonly Matchable[],
  come: readonly Matchable[],
  kept: Iterable<Matchable> = [],
  { doesRebook = false }: Habits = {},
): Promise<Comparison> => {
  if (gone.length === 0 || come.length === 0) return { matches: [], possible: [] };
  const { settled, rest } = await settleEqual(
    {
      gone: await mapInTurns(gone, rowOf, ROWS_AT_ONCE),
      come: await mapInTurns(come, rowOf, ROWS_AT_ONCE),
    },
    kept,
  );
  const [lefts, rights] = [await groupRows(rest.gone), await groupRows(rest.come)];
  const { edges, crowded } = await findEdges(lefts, rights);
  const known = doesRebook ? edges : await weighKept(edges, kept);
  const weighed = await weighSums(known, lefts, rights);
  const decided = await decideSets({ edges: weighed, crowded }, doesRebook);
  return {
    matches: [
      ...(await mapInTurns(settled, ({ left, right }) => toMatch(left, right, EQUAL))),
      ...(await mapInTurns(decided.settled, ({ left, right, edge }) => toMatch(left, right, edge))),
    ],
    possible: await makeQuestions(decided.asked),
  };
};

/** The number of rows read at once, which takes some milliseconds. */
const ROWS_AT_ONCE = 200;

const EQUAL: Pick<Match, "score" | "reasons"> = { score: 99, reasons: [{ reason: "equal" }] };

type Side = { transaction: Matchable };

const toMatch = (
  left: Side,
  right: Side,
  { score, reasons }: Pick<Match, "score" | "reasons">,
): Match => ({
  ...{ before: left.transaction.transaction_id, after: right.transaction.transaction_id },
  ...{ score, reasons },
});

/** The pairs to ask about, the likeliest of each added row first; none if there are too many. */
async function makeQuestions(asked: readonly Edge[]): Promise<Match[]> {
  const questions: Match[] = [];
  for (const [{ rows }, edges] of await groupInTurns(asked, ({ right }) => right)) {
    const lefts = edges
      .toSorted((a, b) => b.score - a.score)
      .flatMap((edge) => edge.left.rows.slice(0, MAX_POSSIBLE).map((left) => ({ left, edge })))
      .slice(0, MAX_POSSIBLE);
    for (const right of rows) {
      for (const { left, edge } of lefts) questions.push(toMatch(left, right, edge));
      if (questions.length > MAX_QUESTIONS) return [];
    }
  }
  return questions;
}
