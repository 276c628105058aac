import { CANCELLATIONS } from "./pair-cancellations.fixture.ts";
import { CHANGES } from "./pair-changes.fixture.ts";
import { BANK_WORDS, COMMON, COUNTRIES, GENERIC } from "./pair-merchants.fixture.ts";
import { isApplied, isIndistinct } from "./pair-rule.fixture.ts";
import { TWINS } from "./pair-twins.fixture.ts";
import {
  type Kind,
  type PairTransaction,
  randomOf,
  type World,
  worldOf,
} from "./pair-world.fixture.ts";

export type { PairTransaction };

/** A store's list and its bank's later list, with the truth. */
export type Scenario = {
  kind: string;
  /** The stored transactions: pending ones, and posted neighbours. */
  before: PairTransaction[];
  /** The bank's current transactions, with possibly changed ids. */
  after: PairTransaction[];
  /** The id in `after` of each transaction in `before`; null if it disappeared. */
  truth: ReadonlyMap<string, string | null>;
  /**
   * The true pairs of a pending and a posted transaction that the rule applies, with exactly one
   * candidate on either side.
   */
  certain: readonly (readonly [before: string, after: string])[];
};

/** All kinds of scenarios. */
export const KINDS: readonly Kind[] = [...CHANGES, ...TWINS, ...CANCELLATIONS];

const MAX_DAYS_LATER = 8;
const MAX_DAYS_EARLIER = 1;
const MAX_TIP_PERCENT = 40;

/** Yields scenarios of every kind in turn. A seed always yields the same scenarios. */
export const scenarios = function* (seed: number, count: number): Iterable<Scenario> {
  for (let index = 0; index < count; index++) {
    const random = randomOf(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
    const [kind, play] = KINDS[index % KINDS.length] as Kind;
    let scenario: Scenario | null = null;
    while (!scenario) {
      const world = worldOf(random);
      play(world);
      if (random.chance(0.4)) addNeighbour(world);
      scenario = judge(kind, world);
    }
    yield scenario;
  }
};

/** Adds a payment that differs from another in one fact, or from all in everything. */
const addNeighbour = (world: World): void => {
  const { int, pick, like, post, hold, settle, payment } = world;
  const one = pick(world.payments) ?? payment();
  pick([
    () => post(like(one, { account: "other" }), null),
    () => post(like(one, { cents: -one.cents }), null),
    () => post(like(one, { currency: "XAF" }), null),
    () => post(like(one, { merchant: payment().merchant, store: null }), null),
    () => post(like(one, { day: one.day + int(9, 12) }), null, { slip: 0 }),
    () => post(like(one, { cents: Math.round(one.cents * 0.97) }), null),
    () => settle(like(one, { day: one.day - int(0, 3) })),
    () => hold(payment({ account: one.account, currency: one.currency })),
    () => post(payment({ account: one.account, currency: one.currency }), null),
  ])();
};

/** Returns a scenario; null if its facts would mislead even a reader who sees all of them. */
const judge = (kind: string, { before, after, truth, merchants, ...random }: World) => {
  random.shuffle(before);
  random.shuffle(after);
  if (kind !== "reordered lists" && random.chance(0.5))
    for (const list of [before, after]) newestFirst(list);
  if (isMisled(before, after, truth)) return null;
  const [open, listed] = unsettled(before, after);
  const links = open.map((transaction) =>
    listed.filter((other) => areCandidates(transaction, other)),
  );
  const certain: [string, string][] = [];
  for (const [index, one] of open.entries())
    for (const other of listed) {
      const isAlone =
        links.every((row, at) => at === index || !row.includes(other)) &&
        links[index]?.every((candidate) => candidate === other);
      if (!isAlone) continue;
      const [from, to] = [one.transaction_id, other.transaction_id];
      const isCandidate = links[index]?.includes(other);
      const isTold = tellsApart(one, other, before);
      if (truth.get(from) === to) {
        if (isCandidate && isTold) return null;
        const isPosted = one.pending && !other.pending;
        if (isCandidate && isPosted && isApplied(one, other, { gone: open, come: listed }, toWords))
          certain.push([from, to]);
      } else if (!isTold) {
        const isSameShop = merchants.get(from) === merchants.get(to);
        if (isCandidate || (isSameShop && fitsInAmountAndDate(one, other, true))) return null;
      }
    }
  return { kind, before, after, truth, certain };
};

/** Whether the bank changes only a payment's number, or its day of authorization, when it posts. */
const isMisled = (
  before: readonly PairTransaction[],
  after: readonly PairTransaction[],
  truth: World["truth"],
): boolean => {
  const posted = new Map(after.map((row) => [row.transaction_id, row]));
  return before.some((row) => {
    const became = posted.get(truth.get(row.transaction_id) ?? "");
    if (!became) return false;
    const [numbers, others] = [numbersIn(row), numbersIn(became)];
    return (
      (became.authorized_date ?? row.date) !== (row.authorized_date ?? row.date) ||
      (numbers.length > 0 && others.length > 0 && !numbers.some((each) => others.includes(each)))
    );
  });
};

/** The numbers in a name, without those of the banks' words. */
const numbersIn = ({ name }: PairTransaction): string[] =>
  (name.match(/\w*\d\w*/g) ?? []).filter((number) => !/^(0302|4279|000183|7730012)$/.test(number));

const newestFirst = (list: PairTransaction[]): void => {
  list.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
};

/**
 * Whether a pair joins a dropped payment with a similar payment, up to a tip, without a
 * distinguishing fact.
 */
export const nothingTells = ({ before, after, truth }: Scenario, from: string, to: string) => {
  const one = before.find(({ transaction_id }) => transaction_id === from);
  const other = after.find(({ transaction_id }) => transaction_id === to);
  return Boolean(one && other && truth.get(from) === null && isIndistinct(one, other, toWords));
};

/** The transactions of both lists without a shared id; a shared id settles both. */
export const unsettled = (
  before: readonly PairTransaction[],
  after: readonly PairTransaction[],
): [PairTransaction[], PairTransaction[]] => {
  const without = (list: readonly PairTransaction[], others: readonly PairTransaction[]) => {
    const ids = new Set(others.map(({ transaction_id }) => transaction_id));
    return list.filter(({ transaction_id }) => !ids.has(transaction_id));
  };
  return [without(before, after), without(after, before)];
};

/**
 * Whether two transactions are candidates: same account, currency and direction; dated from 1 day
 * before to 8 days after; with equal amounts, or up to 40 % more as a tip. The names must share a
 * distinctive word. With equal amounts, one name may also have no merchant words. Names are `name`
 * and `merchant_name`, without accents and apostrophes. Places, the words of banks and processors,
 * common words, and words with digits are not distinctive.
 */
export const areCandidates = (before: PairTransaction, after: PairTransaction): boolean => {
  const [words, others] = [toWords(before), toWords(after)];
  const doShare = [...words].some((word) => others.has(word));
  if (!doShare && words.size > 0 && others.size > 0) return false;
  return fitsInAmountAndDate(before, after, doShare);
};

const fitsInAmountAndDate = (
  before: PairTransaction,
  after: PairTransaction,
  doMerchantsAgree: boolean,
): boolean => {
  if (before.account_id !== after.account_id) return false;
  if (before.iso_currency_code !== after.iso_currency_code) return false;
  const [from, to] = [toCents(before), toCents(after)];
  const isTip =
    doMerchantsAgree && from > 0 && to > from && to * 100 <= from * (100 + MAX_TIP_PERCENT);
  if (from !== to && !isTip) return false;
  const later = toDay(after.date) - toDay(before.date);
  return later >= -MAX_DAYS_EARLIER && later <= MAX_DAYS_LATER;
};

/**
 * Whether a fact outside the rule distinguishes two transactions: different numbers of cheques or
 * stores; different days of authorization, or more than a day off the pending day; or a later
 * amount that is the sum of two pending ones.
 */
export const tellsApart = (
  one: PairTransaction,
  other: PairTransaction,
  before: readonly PairTransaction[],
): boolean => {
  const differ = (a: string | null | undefined, b: string | null | undefined) => a && b && a !== b;
  if (differ(chequeOf(one), chequeOf(other))) return true;
  if (differ(toStore(one), toStore(other))) return true;
  if (differ(one.authorized_date, other.authorized_date)) return true;
  if (other.authorized_date && Math.abs(toDay(other.authorized_date) - toDay(one.date)) >= 2)
    return true;
  const rest = toCents(other) - toCents(one);
  return before.some(
    (third) =>
      third !== one &&
      third.pending &&
      rest !== 0 &&
      toCents(third) === rest &&
      third.account_id === one.account_id,
  );
};

const chequeOf = ({ check_number, name }: PairTransaction) =>
  check_number ?? /\bche(?:ck|que) (\d+)/i.exec(name)?.[1];

const toStore = ({ name }: PairTransaction) => /#(\d{4})/.exec(name)?.[1];

const toCents = ({ amount }: PairTransaction): number => Math.round(amount * 100);

const toDay = (date: string): number => Date.parse(date) / 86_400_000;

const WORDS = new WeakMap<PairTransaction, ReadonlySet<string>>();

const split = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}'’&]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/\p{N}/u.test(word));

const INDISTINCT = new Set([
  ...COMMON,
  ...split([...BANK_WORDS, ...GENERIC, ...COUNTRIES.flatMap(({ places }) => places)].join(" ")),
]);

/** The distinctive words of a transaction's names. */
const toWords = (transaction: PairTransaction): ReadonlySet<string> => {
  const known = WORDS.get(transaction);
  if (known) return known;
  const { name, merchant_name } = transaction;
  const words = new Set(
    split(`${name} ${merchant_name ?? ""}`).filter((word) => !INDISTINCT.has(word)),
  );
  WORDS.set(transaction, words);
  return words;
};
