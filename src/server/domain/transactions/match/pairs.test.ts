import { expect, test } from "vitest";
import { samples } from "../../../../testing/property-samples.ts";
import {
  areCandidates,
  KINDS,
  type PairTransaction,
  type Scenario,
  scenarios,
  tellsApart,
  unsettled,
} from "./pairs.fixture.ts";

const COUNT = samples(KINDS.length * 200);
const SCENARIOS: readonly Scenario[] = [...scenarios(1, COUNT)];

test("the same seed gives the same scenarios, and another seed gives others", () => {
  const [first, same, other] = [7, 7, 8].map((seed) => JSON.stringify([...scenarios(seed, 100)]));
  expect(first).toBe(same);
  expect(first).not.toBe(other);
});

test("every kind occurs under a name of its own", () => {
  const names = KINDS.map(([kind]) => kind);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(SCENARIOS.map(({ kind }) => kind))).toEqual(new Set(names));
});

test("ids are unique within a list", () => {
  for (const { before, after } of SCENARIOS)
    for (const ids of [listIds(before), listIds(after)]) expect(new Set(ids).size).toBe(ids.length);
});

test("truth is known for each transaction of the store, and is one to one", () => {
  for (const { before, after, truth } of SCENARIOS) {
    expect([...truth.keys()].toSorted()).toEqual(listIds(before).toSorted());
    const became = [...truth.values()].filter((id) => id !== null);
    expect(new Set(became).size).toBe(became.length);
    expect(listIds(after)).toEqual(expect.arrayContaining(became));
  }
});

test("an id that stays is the same transaction", () => {
  for (const { before, after, truth } of SCENARIOS)
    for (const id of listIds(before))
      if (listIds(after).includes(id)) expect(truth.get(id)).toBe(id);
});

test("certain pairs are true ones, of a pending and a posted one, and without another candidate", () => {
  for (const { before, after, truth, certain } of SCENARIOS) {
    const [open, listed] = unsettled(before, after);
    for (const [from, to] of certain) {
      expect(truth.get(from)).toBe(to);
      const one = find(open, from);
      const other = find(listed, to);
      expect([one.pending, other.pending]).toEqual([true, false]);
      expect(listed.filter((candidate) => areCandidates(one, candidate))).toEqual([other]);
      expect(open.filter((candidate) => areCandidates(candidate, other))).toEqual([one]);
      expect(tellsApart(one, other, before)).toBe(false);
    }
  }
});

test("each certain pair is a true one of one candidate on either side", () => {
  for (const { before, after, truth, certain } of SCENARIOS) {
    const lone = lonePairs(before, after).filter(
      ([one, other]) =>
        truth.get(one.transaction_id) === other.transaction_id && one.pending && !other.pending,
    );
    const ids = lone.map(([one, other]) => [one.transaction_id, other.transaction_id]);
    expect(ids).toEqual(expect.arrayContaining([...certain]));
  }
});

test("facts tell false pairs of one candidate on either side apart", () => {
  for (const { before, after, truth } of SCENARIOS)
    for (const [one, other] of lonePairs(before, after))
      if (truth.get(one.transaction_id) !== other.transaction_id)
        expect(tellsApart(one, other, before)).toBe(true);
});

test("candidates have the account, currency and direction, a near date, and an amount up to a tip", () => {
  const certain = SCENARIOS.flatMap(({ before, after, certain }) =>
    certain.map(([from, to]) => [find(before, from), find(after, to)] as const),
  );
  expect(certain.length).toBeGreaterThan(COUNT / 4);
  for (const [one, other] of certain) {
    expect(other.account_id).toBe(one.account_id);
    expect(other.iso_currency_code).toBe(one.iso_currency_code);
    const days = (Date.parse(other.date) - Date.parse(one.date)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(-1);
    expect(days).toBeLessThanOrEqual(8);
    expect(other.amount / one.amount).toBeGreaterThanOrEqual(1);
    expect(other.amount / one.amount).toBeLessThanOrEqual(1.4 + 1e-9);
  }
});

test.each([
  ["Zuni Café", "SQ *ZUNI CAFE OAKLAND CA", true],
  ["Trader Joe's", "TRADER JOES #0123", true],
  ["Shell", "SHELLY'S DINER", false],
  ["Peet's Coffee", "BLUE BOTTLE COFFEE", false],
  ["Peet's Coffee", "POS PURCHASE", true],
])("%s and %s are candidates: %s", (name, posted, areSo) => {
  const one = { ...transaction, name };
  expect(areCandidates(one, { ...transaction, name: posted, pending: false })).toBe(areSo);
});

test.each<[Partial<PairTransaction>, boolean]>([
  [{ date: "2026-02-28" }, false],
  [{ date: "2026-03-01" }, true],
  [{ date: "2026-03-10" }, true],
  [{ date: "2026-03-11" }, false],
  [{ amount: 14 }, true],
  [{ amount: 14.01 }, false],
  [{ amount: 9.99 }, false],
  [{ amount: 12, name: "POS PURCHASE" }, false],
  [{ amount: -10 }, false],
  [{ iso_currency_code: "CAD" }, false],
  [{ account_id: "card" }, false],
])("a posted one with %j is a candidate: %s", (change, isCandidate) => {
  const one = { ...transaction, name: "Zuni Café" };
  expect(areCandidates(one, { ...one, pending: false, ...change })).toBe(isCandidate);
});

const transaction: PairTransaction = {
  transaction_id: "one",
  account_id: "checking",
  amount: 10,
  iso_currency_code: "USD",
  date: "2026-03-02",
  authorized_date: null,
  pending: true,
  name: "",
  merchant_name: null,
  original_description: null,
  check_number: null,
};

const listIds = (list: readonly PairTransaction[]): string[] =>
  list.map(({ transaction_id }) => transaction_id);

const find = (list: readonly PairTransaction[], id: string): PairTransaction => {
  const found = list.find(({ transaction_id }) => transaction_id === id);
  if (!found) throw new Error(`${id} is not in the list`);
  return found;
};

/** The pairs with exactly one candidate on either side. */
const lonePairs = (before: readonly PairTransaction[], after: readonly PairTransaction[]) => {
  const [open, listed] = unsettled(before, after);
  const links = open.flatMap((transaction) =>
    listed
      .filter((other) => areCandidates(transaction, other))
      .map((other) => [transaction, other] as const),
  );
  return links.filter(
    ([one, other]) =>
      links.filter((link) => link.includes(one) || link.includes(other)).length === 1,
  );
};
