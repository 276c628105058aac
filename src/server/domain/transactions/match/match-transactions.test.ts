import { expect, test } from "vitest";
import { countTurns, mostLookupsInTurn } from "../../../../testing/count-turns.ts";
import { samples } from "../../../../testing/property-samples.ts";
import { type Comparison, matchTransactions } from "./match-transactions.ts";
import { nothingTells, type Scenario, scenarios } from "./pairs.fixture.ts";
import { ASKED, ONE, P, type PaymentCase, paymentCase } from "./payment-case.fixture.ts";
import { PAYMENT_CASES } from "./payment-cases.fixture.ts";
import { type Matchable, rowOf } from "./row.ts";

/** `bench/matching/measure.mjs` uses other seeds, and more scenarios. */
const SEED = 1;

/** Compares the rows that the bank no longer lists with the rows that it has added. */
const compare = ({ before, after }: Scenario): Promise<Comparison> => {
  const [listed, stored] = [after, before].map((all) => new Set(all.map(toId)));
  return matchTransactions(
    before.filter((each) => !listed?.has(toId(each))),
    after.filter((each) => !stored?.has(toId(each))),
    before.filter((each) => listed?.has(toId(each))),
  );
};

const toId = ({ transaction_id }: { transaction_id: string }): string => transaction_id;

const SHOP = "CHARCOAL KITCHEN NO";

/** Texts that may be cut, so that the end of a word may be missing. */
const CUT_CASES: readonly PaymentCase[] = [
  paymentCase(
    "a number that is cut to a few digits",
    [[2, 6.2, `${SHOP} 6562`, P]],
    [[4, 6.2, `${SHOP} 65623957`]],
    ASKED,
  ),
  paymentCase(
    "a tip, and a number that is cut to a few digits",
    [[2, 6.2, `${SHOP} 6562`, P]],
    [[4, 7.2, `${SHOP} 65623957`]],
  ),
  paymentCase(
    "a number that is cut at its end",
    [[2, 6.2, `${SHOP} 656239`, P]],
    [[4, 6.2, `${SHOP} 65623957`]],
    ONE,
  ),
  paymentCase(
    "an office that may be another one, cut",
    [[2, 6.2, "CITY OF GREENVILLE PARK", P]],
    [[4, 6.2, "CITY OF GREENVILLE PARKING"]],
    ASKED,
  ),
];

/** Names with two spellings, and a row's id that is the same each month. */
const OTHER_CASES: readonly PaymentCase[] = [
  paymentCase(
    "letters that meet where words are written together",
    [[2, 6.2, "Extra Apples Bremen", P]],
    [[4, 6.2, "EXTRAAPPLES"]],
    ONE,
  ),
  paymentCase(
    "initials with spaces between",
    [[2, 6.2, "P&O Ferries", P]],
    [[4, 6.2, "P & O FERRIES DOVER"]],
    ONE,
  ),
  paymentCase("initials of two letters", [[2, 80, "AT&T", P]], [[3, 80, "Verizon"]]),
  paymentCase(
    "a word of two letters that are written as one",
    [[2, 80, "AA", P]],
    [[3, 80, "Avis"]],
  ),
  paymentCase(
    "the bank's words for a direct debit",
    [[2, 55, "SEPA DD HARBOUR WATER REF 991"]],
    [[2, 55, "HARBOUR WATER"]],
    ONE,
  ),
  paymentCase(
    "direct debits of two companies",
    [[2, 55, "DD HARBOUR WATER"]],
    [[2, 55, "DD HARBOUR HEATING"]],
  ),
  paymentCase(
    "an id that a standing order has each month",
    [[8, 80, "RENT MARCH", { evidence: { endToEndId: "R" } }]],
    [[9, 80, "GARAGE MARCH", { evidence: { endToEndId: "R" } }]],
    { kept: [[1, 80, "RENT FEBRUARY", { evidence: { endToEndId: "R" } }]] },
  ),
];

test.each([...PAYMENT_CASES, ...CUT_CASES, ...OTHER_CASES])(
  "$kind: a pair is the same, asked, or two payments",
  async (each) => {
    const { matches, possible } = await matchTransactions(each.gone, each.come, each.kept);
    const pairsOf = (pairs: Comparison["matches"]) =>
      pairs
        .map(({ before, after }) => [
          each.gone.findIndex((row) => toId(row) === before),
          each.come.findIndex((row) => toId(row) === after),
        ])
        .toSorted();
    expect({ same: pairsOf(matches), ask: pairsOf(possible) }).toEqual({
      same: each.same,
      ask: each.ask,
    });
  },
);

test("a pair that is not the same is merged only among equal ones, or if no fact tells", async () => {
  let [certain, found] = [0, 0];
  for (const scenario of scenarios(SEED, samples(20_000))) {
    const matches = new Map(
      (await compare(scenario)).matches.map((match) => [match.before, match.after]),
    );
    for (const [before, after] of matches)
      if (
        scenario.truth.get(before) !== after &&
        !isOneOfEqual(scenario, before, after) &&
        !nothingTells(scenario, before, after)
      )
        expect.fail(`${before} is not ${after} in ${JSON.stringify(scenario)}`);
    for (const [before, after] of scenario.certain) {
      certain += 1;
      found += Number(matches.get(before) === after);
    }
  }
  expect(certain).toBeGreaterThan(1000);
  expect(found / certain).toBeGreaterThanOrEqual(0.99);
});

/** Whether a row of the pair has a twin on its side, with the same account, amount and words. */
const isOneOfEqual = ({ before, after }: Scenario, one: string, other: string): boolean => {
  const toWords = (each: Matchable) => new Set(rowOf(each).reading.words);
  // One of two payments of a day may name its office while the other names none.
  const areEqualWords = (a: Matchable, b: Matchable) => {
    const [words, others] = [toWords(a), toWords(b)];
    const isWithin =
      [...words].every((word) => others.has(word)) || [...others].every((word) => words.has(word));
    return isWithin && (words.size === others.size || a.date === b.date);
  };
  const isEqual = (a: Matchable, b: Matchable) =>
    a !== b && a.amount === b.amount && a.account_id === b.account_id && areEqualWords(a, b);
  return [
    [before, one],
    [after, other],
  ].some(([list, id]) => {
    const rows = list as Matchable[];
    const self = rows.find((each) => toId(each) === id);
    return self !== undefined && rows.some((each) => isEqual(self, each));
  });
};

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
  );
  expect(matches).toEqual([
    {
      before: "pending",
      after: "posted",
      score: 73,
      reasons: [
        { reason: "more", value: 20 },
        { reason: "name", value: "moonbean coffee" },
        { reason: "later", value: 2 },
      ],
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
  expect((await matchTransactions([COFFEE], [same])).matches).toHaveLength(1);
  expect(await matchTransactions([COFFEE], [{ ...same, ...change }])).toEqual(NOTHING);
});

/** Removed pending rows, and as many added posted rows. */
const manyOf = (count: number, change: (at: number) => Partial<Matchable>) =>
  [true, false].map((pending) =>
    Array.from({ length: count }, (_, at) => ({
      ...COFFEE,
      transaction_id: `${pending} ${at}`,
      pending,
      ...change(at),
    })),
  ) as [Matchable[], Matchable[]];

test("equal ones are paired however many they are, and a crowd of similar ones is left apart", async () => {
  const [many, manyCame] = manyOf(3000, () => ({}));
  const { matches, possible } = await matchTransactions(many, manyCame.slice(1));
  expect([matches.length, possible.length]).toEqual([2999, 0]);
  const [similar, similarCame] = manyOf(120, (at) => ({ name: `MOONBEAN ${"AB".repeat(at)}` }));
  expect(await matchTransactions(similar, similarCame)).toEqual(NOTHING);
  // A crowd hides only its neighbours.
  const other = { ...COFFEE, transaction_id: "other", name: "Shoprite", date: "2026-05-02" };
  const posted = { ...other, transaction_id: "posted", pending: false };
  expect(await matchTransactions([...similar, other], [...similarCame, posted])).toMatchObject({
    matches: [{ before: "other", after: "posted" }],
    possible: [],
  });
});

test("people are asked about no more pairs than they can decide", async () => {
  const [gone, come] = manyOf(2002, (at) => ({
    account_id: `account ${at >> 1}`,
    name: at % 2 ? "MOONBEAN" : "MOONBEAN STORE",
  }));
  const { possible } = await matchTransactions(gone.slice(0, 800), come.slice(0, 800));
  expect(possible.length).toBeGreaterThan(1000);
  expect((await matchTransactions(gone, come)).possible).toEqual([]);
});

test.each<[string, (at: number) => Partial<Matchable>]>([
  ["equal", () => ({})],
  ["different", (at) => ({ amount: at * 2 + 1, name: `Shop ${at}` })],
  ["in pairs", (at) => ({ amount: (at >> 1) * 2 + 1 })],
  ["on accounts of their own", (at) => ({ account_id: `account ${at}` })],
  ["near in amount", (at) => ({ amount: 100 + at / 100 })],
])("four times as many transactions that are %s take four times the turns", async (_, change) => {
  const turnsOf = (count: number) => countTurns(() => matchTransactions(...manyOf(count, change)));
  const few = await turnsOf(2000);
  const many = await turnsOf(8000);
  expect(few).toBeGreaterThan(10);
  expect(many / few).toBeLessThan(5);
});

test.each<[string, number, (at: number) => Partial<Matchable>]>([
  ["equal", 5000, () => ({})],
  // The matcher reads each row's numbers and words.
  ["different", 10_000, (at) => ({ amount: at * 2 + 1, name: `Shop ${at}` })],
  ["by the hundred of an account", 5000, (at) => ({ account_id: `account ${at % 80}` })],
])("a turn looks at a bounded number of transactions that are %s", async (_, most, change) => {
  const work = () => matchTransactions(...manyOf(8000, change));
  expect(await mostLookupsInTurn(work)).toBeLessThan(most);
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
