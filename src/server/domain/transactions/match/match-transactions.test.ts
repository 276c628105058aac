import { expect, test } from "vitest";
import { samples } from "../../../../testing/property-samples.ts";
import { loadKnowledge } from "../../enrichment/knowledge.ts";
import { type Comparison, matchTransactions } from "./match-transactions.ts";
import { type Scenario, scenarios } from "./pairs.fixture.ts";
import type { Matchable } from "./party.ts";

const { noise } = await loadKnowledge();

/** `bench/matching/measure.mjs` takes others, and more of them. */
const SEED = 1;

/** The pairs of a scenario: what is gone from the list of the bank, and what came. */
const compare = ({ before, after }: Scenario): Comparison => {
  const [listed, stored] = [after, before].map((all) => new Set(all.map(idOf)));
  return matchTransactions(
    before.filter((each) => !listed?.has(idOf(each))),
    after.filter((each) => !stored?.has(idOf(each))),
    noise,
  );
};

const idOf = ({ transaction_id }: { transaction_id: string }): string => transaction_id;

test("no pair is matched that is not the same, and almost each one that has a single candidate is", () => {
  let [certain, found] = [0, 0];
  for (const scenario of scenarios(SEED, samples(50_000))) {
    const matches = new Map(compare(scenario).matches.map((match) => [match.before, match.after]));
    for (const [before, after] of matches)
      if (scenario.truth.get(before) !== after)
        expect.fail(`${before} is not ${after} in ${JSON.stringify(scenario)}`);
    for (const [before, after] of scenario.certain) {
      certain += 1;
      found += Number(matches.get(before) === after);
    }
  }
  expect(certain).toBeGreaterThan(1000);
  expect(found / certain).toBeGreaterThan(0.985);
});

const COFFEE: Matchable = {
  transaction_id: "pending",
  account_id: "account",
  amount: 4.5,
  iso_currency_code: "USD",
  date: "2026-03-02",
  authorized_date: null,
  pending: true,
  name: "SQ *MOONBEAN COFFEE",
  merchant_name: null,
};

const NOTHING: Comparison = { matches: [], possible: [] };

test("a match says its score and its reasons", () => {
  const posted = { ...COFFEE, transaction_id: "posted", pending: false, date: "2026-03-04" };
  const { matches } = matchTransactions(
    [COFFEE],
    [{ ...posted, amount: 5.4, name: "Moonbean Coffee Madison WI" }],
    noise,
  );
  expect(matches).toEqual([
    {
      before: "pending",
      after: "posted",
      score: 81,
      reasons: ["20 % more, as with a tip", "the name “moonbean coffee”", "2 days later"],
    },
  ]);
});

test.each<[string, Partial<Matchable>]>([
  ["on another account", { account_id: "other" }],
  ["in another currency", { iso_currency_code: "EUR" }],
  ["that brings money back", { amount: -4.5 }],
  ["at another merchant", { name: "Shoprite" }],
  ["of less", { amount: 4.49 }],
  ["of more than a tip", { amount: 6.31 }],
  ["nine days later", { date: "2026-03-11" }],
  ["two days earlier", { date: "2026-02-28" }],
  ["that was made on another day", { authorized_date: "2026-03-04" }],
  ["that is pending on another day", { pending: true, date: "2026-03-03" }],
])("a transaction %s is not the same", (_, change) => {
  const same = { ...COFFEE, transaction_id: "posted", pending: false };
  expect(matchTransactions([COFFEE], [same], noise).matches).toHaveLength(1);
  expect(matchTransactions([COFFEE], [{ ...same, ...change }], noise)).toEqual(NOTHING);
});

test("a second candidate on either side leaves both apart", () => {
  const posted = { ...COFFEE, transaction_id: "posted", pending: false };
  const twin = { ...COFFEE, transaction_id: "twin" };
  const late = { ...posted, transaction_id: "late", date: "2026-03-09" };
  const idsOf = ({ before, after }: { before: string; after: string }) => [before, after];
  const twins = matchTransactions([COFFEE, twin], [posted], noise);
  expect(twins.matches).toEqual([]);
  expect(twins.possible.map(idsOf)).toEqual([
    ["pending", "posted"],
    ["twin", "posted"],
  ]);
  const later = matchTransactions([COFFEE], [late, posted], noise);
  expect(later.matches).toEqual([]);
  expect(later.possible.map(idsOf)).toEqual([
    ["pending", "posted"],
    ["pending", "late"],
  ]);
});

test("names that do not tell leave a pair to its user, and other facts that differ leave none", () => {
  const posted = { ...COFFEE, transaction_id: "posted", pending: false, name: "POS PURCHASE 5521" };
  const wire = { ...COFFEE, name: "Wire transfer to Zelle" };
  expect(matchTransactions([wire], [posted], noise)).toMatchObject({
    matches: [],
    possible: [{ reasons: ["the same amount", "names that do not tell", "the same day"] }],
  });
  const cheques = ["101", "102"].map((check_number) => ({ ...COFFEE, check_number }));
  const [first, second] = cheques as [Matchable, Matchable];
  const other = { ...second, transaction_id: "posted", pending: false };
  expect(matchTransactions([first], [other], noise)).toEqual(NOTHING);
});

test("each true pair of a scenario is matched, possible, or told apart by facts", () => {
  for (const scenario of scenarios(SEED + 1, samples(2000))) {
    const { matches, possible } = compare(scenario);
    const matched = new Set(matches.flatMap(({ before, after }) => [before, after]));
    for (const { before, after, score, reasons } of possible) {
      expect(matched.has(before) || matched.has(after)).toBe(false);
      expect(score).toBeLessThan(100);
      expect(reasons).toHaveLength(3);
    }
  }
});
