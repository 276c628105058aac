import { expect, test } from "vitest";
import { countTurns } from "../../../../testing/count-turns.ts";
import { samples } from "../../../../testing/property-samples.ts";
import { loadKnowledge } from "../../enrichment/knowledge.ts";
import { type Comparison, matchTransactions } from "./match-transactions.ts";
import { type Scenario, scenarios } from "./pairs.fixture.ts";
import type { Matchable } from "./party.ts";

const { noise } = await loadKnowledge();

/** `bench/matching/measure.mjs` takes others, and more of them. */
const SEED = 1;

/** The pairs of a scenario: what is gone from the list of the bank, and what came. */
const compare = ({ before, after }: Scenario): Promise<Comparison> => {
  const [listed, stored] = [after, before].map((all) => new Set(all.map(idOf)));
  return matchTransactions(
    before.filter((each) => !listed?.has(idOf(each))),
    after.filter((each) => !stored?.has(idOf(each))),
    noise,
  );
};

const idOf = ({ transaction_id }: { transaction_id: string }): string => transaction_id;

test("no pair is matched that is not the same, and almost each one that has a single candidate is", async () => {
  let [certain, found] = [0, 0];
  for (const scenario of scenarios(SEED, samples(50_000))) {
    const matches = new Map(
      (await compare(scenario)).matches.map((match) => [match.before, match.after]),
    );
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

test("a match says its score and its reasons", async () => {
  const posted = { ...COFFEE, transaction_id: "posted", pending: false, date: "2026-03-04" };
  const { matches } = await matchTransactions(
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
])("a transaction %s is not the same", async (_, change) => {
  const same = { ...COFFEE, transaction_id: "posted", pending: false };
  expect((await matchTransactions([COFFEE], [same], noise)).matches).toHaveLength(1);
  expect(await matchTransactions([COFFEE], [{ ...same, ...change }], noise)).toEqual(NOTHING);
});

test("a second candidate on either side leaves both apart", async () => {
  const posted = { ...COFFEE, transaction_id: "posted", pending: false };
  const twin = { ...COFFEE, transaction_id: "twin" };
  const late = { ...posted, transaction_id: "late", date: "2026-03-09" };
  const idsOf = ({ before, after }: { before: string; after: string }) => [before, after];
  const twins = await matchTransactions([COFFEE, twin], [posted], noise);
  expect(twins.matches).toEqual([]);
  expect(twins.possible.map(idsOf)).toEqual([
    ["pending", "posted"],
    ["twin", "posted"],
  ]);
  const later = await matchTransactions([COFFEE], [late, posted], noise);
  expect(later.matches).toEqual([]);
  expect(later.possible.map(idsOf)).toEqual([
    ["pending", "posted"],
    ["pending", "late"],
  ]);
});

test("names that do not tell leave a pair to its user, and other facts that differ leave none", async () => {
  const posted = { ...COFFEE, transaction_id: "posted", pending: false, name: "POS PURCHASE 5521" };
  const wire = { ...COFFEE, name: "Wire transfer to Zelle" };
  expect(await matchTransactions([wire], [posted], noise)).toMatchObject({
    matches: [],
    possible: [{ reasons: ["the same amount", "names that do not tell", "the same day"] }],
  });
  const cheques = ["101", "102"].map((check_number) => ({ ...COFFEE, check_number }));
  const [first, second] = cheques as [Matchable, Matchable];
  const other = { ...second, transaction_id: "posted", pending: false };
  expect(await matchTransactions([first], [other], noise)).toEqual(NOTHING);
});

/** Pending ones that are gone, and as many posted ones that came. */
const manyOf = (count: number, change: (at: number) => Partial<Matchable>) =>
  [true, false].map((pending) =>
    Array.from({ length: count }, (_, at) => ({
      ...COFFEE,
      transaction_id: `${pending} ${at}`,
      pending,
      ...change(at),
    })),
  ) as [Matchable[], Matchable[]];

test("equal transactions are asked about up to a bound, and beyond it nothing is merged or asked", async () => {
  const [few, fewCame] = manyOf(20, () => ({}));
  const { matches, possible } = await matchTransactions(few, fewCame, noise);
  expect([matches.length, possible.length]).toEqual([0, 200]);
  const [many, manyCame] = manyOf(101, () => ({}));
  expect(await matchTransactions(many, manyCame, noise)).toEqual(NOTHING);
  // A crowd hides its neighbors alone.
  const other = { ...COFFEE, transaction_id: "other", name: "Shoprite", date: "2026-05-02" };
  const posted = { ...other, transaction_id: "posted", pending: false };
  const near = { ...posted, transaction_id: "near", date: COFFEE.date };
  expect(
    await matchTransactions([...many, other], [...manyCame, posted, near], noise),
  ).toMatchObject({ matches: [{ before: "other", after: "posted" }], possible: [] });
});

test("people are asked about no more pairs than they can decide", async () => {
  const [gone, come] = manyOf(2002, (at) => ({ account_id: `account ${at >> 1}` }));
  const { possible } = await matchTransactions(gone.slice(0, 800), come.slice(0, 800), noise);
  expect(possible.length).toBeGreaterThan(1000);
  expect((await matchTransactions(gone, come, noise)).possible).toEqual([]);
});

test.each<[string, (at: number) => Partial<Matchable>]>([
  ["equal", () => ({})],
  ["different", (at) => ({ amount: at * 2 + 1, name: `Shop ${at}` })],
  ["in pairs", (at) => ({ amount: (at >> 1) * 2 + 1 })],
  ["on accounts of their own", (at) => ({ account_id: `account ${at}` })],
  ["near in amount", (at) => ({ amount: 100 + at / 100 })],
])("four times as many transactions that are %s take four times the turns", async (_, change) => {
  const turnsOf = (count: number) =>
    countTurns(() => matchTransactions(...manyOf(count, change), noise));
  const few = await turnsOf(2000);
  const many = await turnsOf(8000);
  expect(few).toBeGreaterThan(10);
  expect(many / few).toBeLessThan(5);
});

test("each true pair of a scenario is matched, possible, or told apart by facts", async () => {
  for (const scenario of scenarios(SEED + 1, samples(2000))) {
    const { matches, possible } = await compare(scenario);
    const matched = new Set(matches.flatMap(({ before, after }) => [before, after]));
    for (const { before, after, score, reasons } of possible) {
      expect(matched.has(before) || matched.has(after)).toBe(false);
      expect(score).toBeLessThan(100);
      expect(reasons).toHaveLength(3);
    }
  }
});
