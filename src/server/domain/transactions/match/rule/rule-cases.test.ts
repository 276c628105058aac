import { expect, test } from "vitest";
import { samples } from "../../../../../testing/property-samples.ts";
import { matchTransactions } from "../match-transactions.ts";
import { judge, RULE_KINDS, type RuleResult, ruleCases } from "./rule-cases.fixture.ts";
import type { RuleCase } from "./rule-world.fixture.ts";

const COUNT = samples(RULE_KINDS.length * 200);

test("every kind occurs under a name of its own", () => {
  const names = RULE_KINDS.map(([kind]) => kind);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(45);
});

test("the same seed gives the same cases, and another seed gives others", () => {
  const [first, same, other] = [7, 7, 8].map((seed) => JSON.stringify(take(seed, 200)));
  expect(first).toBe(same);
  expect(first).not.toBe(other);
});

test("the matcher applies and asks what the rule says, and merges no two payments that data tells apart", async () => {
  const faults: string[] = [];
  const total = { applied: 0, found: 0, asked: 0, unasked: 0 };
  for (const one of take(1, COUNT)) {
    const result = await judged(one);
    total.applied += result.applied;
    total.found += result.found;
    total.asked += result.asked;
    total.unasked += result.unasked;
    if (result.wrong > 0) faults.push(one.kind);
  }
  expect(faults).toEqual([]);
  expect(total.found / total.applied).toBeGreaterThanOrEqual(0.99);
  expect(total.unasked / total.asked).toBeLessThanOrEqual(0.01);
}, 120_000);

const judged = async (one: RuleCase): Promise<RuleResult> => {
  const { matches, possible } = await matchTransactions(one.gone, one.come, one.kept);
  const ids = (list: typeof matches) =>
    list.map(({ before, after }): [string, string] => [before, after]);
  return judge(one, ids(matches), ids(possible));
};

const take = (seed: number, count: number): RuleCase[] => {
  const cases: RuleCase[] = [];
  for (const one of ruleCases(seed)) {
    cases.push(one);
    if (cases.length === count) break;
  }
  return cases;
};
