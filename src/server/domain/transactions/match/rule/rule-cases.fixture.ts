import { AGAINST, CROWDED } from "./rule-against.fixture.ts";
import { DOUBTS } from "./rule-doubts.fixture.ts";
import { EQUAL } from "./rule-equal.fixture.ts";
import { POSTING } from "./rule-posting.fixture.ts";
import { SUMS } from "./rule-sums.fixture.ts";
import {
  type IdPair,
  type Play,
  playOf,
  type RuleCase,
  type RuleKind,
  type RuleRow,
} from "./rule-world.fixture.ts";

/** All kinds of cases, with unique names. */
export const RULE_KINDS: readonly RuleKind[] = [
  ...POSTING,
  ...AGAINST,
  CROWDED,
  ...EQUAL,
  ...SUMS,
  ...DOUBTS,
];

/**
 * Yields endless cases of every kind in turn, the same for the same seed. They were written from
 * the documentation's words alone.
 */
export const ruleCases = function* (seed: number): Iterable<RuleCase> {
  for (let index = 0; ; index++) {
    const [kind, verdict, play] = RULE_KINDS[index % RULE_KINDS.length] as RuleKind;
    const stage = playOf(
      ...([
        kind,
        verdict,
        Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b),
      ] as const),
    );
    play(stage);
    if (stage.rows.gone.length === 0) continue;
    if (stage.chance(0.4)) addNeighbours(stage);
    if (stage.chance(0.3)) addLookalikes(stage);
    yield shuffled(stage);
  }
};

/** The results by kind: pairs found, missed, wrong, and asked. */
export type RuleResult = {
  pairs: number;
  applied: number;
  found: number;
  /** The number of applied matches of two different payments. */
  wrong: number;
  /** The number of pairs that the rule applies although they are two payments. */
  wrongDefaults: number;
  questions: number;
  asked: number;
  unasked: number;
};

/** Judges a comparison. Among equal rows any pairing is right. */
export const judge = (
  one: RuleCase,
  found: readonly IdPair[],
  asked: readonly IdPair[],
): RuleResult => {
  const keyOf = toKeys(one);
  const right = countOf(one.applied.map(keyOf));
  const truth = countOf(one.truth.map(keyOf));
  const matched = countOf(found.map(keyOf));
  const toAsk = countOf(one.asked.map(keyOf));
  const questions = countOf(asked.map(keyOf));
  const got = overlap(right, matched);
  return {
    pairs: one.gone.length * one.come.length,
    applied: one.applied.length,
    found: got,
    wrong: found.length - got,
    wrongDefaults: got - overlap(overlapOf(right, matched), truth),
    questions: asked.length,
    asked: one.asked.length,
    unasked: one.asked.length - overlap(toAsk, questions),
  };
};

/** Adds payments of other merchants and amounts, which post unchanged. */
const addNeighbours = (play: Play): void => {
  for (let count = play.int(1, 3); count > 0; count--) {
    const facts = { text: play.merchant(), cents: play.cents(), day: play.int(0, 20) };
    if (play.chance(0.3)) {
      play.kept(facts);
      continue;
    }
    const gone = play.gone({ ...facts, pending: true });
    play.same(gone, play.come({ ...facts, day: facts.day + play.int(0, 5) }));
  }
};

/**
 * Adds rows that resemble a row of the case, in another account, direction or currency, or long
 * before.
 */
const addLookalikes = (play: Play): void => {
  const model = play.pick(play.rows.gone);
  const facts = {
    ...{
      text: model.name,
      cents: Math.round(model.amount * 100),
      currency: model.iso_currency_code,
    },
    ...{ account: model.account_id, day: toDay(model.date) },
  };
  play.come(
    play.pick([
      { ...facts, account: "other" },
      { ...facts, cents: -facts.cents },
      { ...facts, currency: "XAF" },
      { ...facts, day: facts.day - 30 },
      { ...facts, day: facts.day + 60 },
    ]),
  );
};

const toDay = (date: string): number => (Date.parse(date) - Date.UTC(2026, 2, 1)) / 86_400_000;

/** Shuffles the added rows, as a bank may list them in any order; equal rows keep their order. */
const shuffled = ({ rows, int }: Play): RuleCase => {
  for (const list of [rows.gone, rows.come])
    for (let at = list.length - 1; at > 0; at--) {
      const other = int(0, at);
      [list[at], list[other]] = [list[other] as RuleRow, list[at] as RuleRow];
    }
  return rows;
};

const toKeys = ({ gone, come, exact }: RuleCase): ((pair: IdPair) => string) => {
  const keys = new Map(
    [...gone, ...come].map(({ transaction_id, date, ...facts }) => [
      transaction_id,
      exact ? transaction_id : JSON.stringify(facts),
    ]),
  );
  return ([from, to]) => `${keys.get(from)} ${keys.get(to)}`;
};

const countOf = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

const overlapOf = (
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): Map<string, number> =>
  new Map([...one].map(([key, count]) => [key, Math.min(count, other.get(key) ?? 0)]));

const overlap = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number =>
  [...overlapOf(one, other).values()].reduce((sum, count) => sum + count, 0);
