import type { PairTransaction } from "./pair-world.fixture.ts";

/** The rows of both lists that no id settles. */
type Open = { gone: readonly PairTransaction[]; come: readonly PairTransaction[] };

/** Returns the distinctive words of a row. */
type Words = (row: PairTransaction) => ReadonlySet<string>;

/** The maximum number of days within which a row without a name is paired without a question. */
const MAX_UNNAMED_DAYS = 2;

/**
 * Whether the rule applies a pair of sole candidates without asking. A row without a name must post
 * within two days, a transfer needs the same words, and a cheque its number. No sum or larger bill
 * at the merchant may explain the pair as well.
 */
export const isApplied = (
  one: PairTransaction,
  other: PairTransaction,
  open: Open,
  wordsOf: Words,
): boolean => {
  const isNameless = [one, other].some((row) => wordsOf(row).size === 0);
  if (isNameless && toDay(other) - toDay(one) > MAX_UNNAMED_DAYS) return false;
  if ([one, other].some(isTransfer) && toText(one) !== toText(other)) return false;
  if ([one, other].some(isCheque) && (!toNumber(one) || toNumber(one) !== toNumber(other)))
    return false;
  return !hasOtherWay(one, other, open, wordsOf);
};

/** Whether a sum, a part or a larger bill at the merchant could explain a pair. */
const hasOtherWay = (
  one: PairTransaction,
  other: PairTransaction,
  { gone, come }: Open,
  wordsOf: Words,
): boolean => {
  const words = new Set([...wordsOf(one), ...wordsOf(other)]);
  const isOfParty = (row: PairTransaction) =>
    row.account_id === one.account_id &&
    row.amount < 0 === one.amount < 0 &&
    [...wordsOf(row)].some((word) => words.has(word));
  const [before, after] = [gone.filter(isOfParty), come.filter(isOfParty)];
  const isTip = toCents(other) > toCents(one);
  if (isTip && before.some((row) => toCents(row) > toCents(other))) return true;
  const isSum = (whole: PairTransaction, parts: readonly PairTransaction[]) =>
    sumsOf(parts.map(toCents)).has(toCents(whole));
  return before.some((row) => isSum(row, after)) || after.some((row) => isSum(row, before));
};

/** All sums of two to four of some amounts, and the total. */
const sumsOf = (amounts: readonly number[]): Set<number> => {
  let sums: [count: number, sum: number, last: number][] = amounts.map((cents, at) => [
    1,
    cents,
    at,
  ]);
  const found = new Set<number>();
  if (amounts.length > 1) found.add(amounts.reduce((sum, cents) => sum + cents, 0));
  for (let count = 2; count <= 4; count++) {
    sums = sums.flatMap(([, sum, last]) =>
      amounts
        .map((cents, at): [number, number, number] => [count, sum + cents, at])
        .filter(([, , at]) => at > last),
    );
    for (const [, sum] of sums) found.add(sum);
  }
  return found;
};

/**
 * Whether a dropped payment and a never pending payment look alike, so that the rule pairs them.
 */
export const isIndistinct = (
  one: PairTransaction,
  other: PairTransaction,
  wordsOf: Words,
): boolean => {
  const words = wordsOf(other);
  return (
    one.account_id === other.account_id &&
    one.iso_currency_code === other.iso_currency_code &&
    isDefault(toCents(one), toCents(other)) &&
    (one.authorized_date ?? other.authorized_date) ===
      (other.authorized_date ?? one.authorized_date) &&
    (words.size === wordsOf(one).size || words.size > 0) &&
    [...wordsOf(one)].every((word) => words.has(word))
  );
};

/** Whether two amounts are equal, differ by a tip, or replace a fuel pump's hold of 1.00. */
const isDefault = (from: number, to: number): boolean =>
  from === to ||
  (from > 0 && to > from && to * 100 <= from * 140) ||
  (from === 100 && to > from && to <= 20_000);

const isTransfer = ({ name }: PairTransaction): boolean => /\b(transfer|zelle|venmo)\b/i.test(name);

const isCheque = ({ name }: PairTransaction): boolean => /^che(ck|que)\b/i.test(name);

const toNumber = ({ name, check_number }: PairTransaction): string | null =>
  check_number ?? /^che(?:ck|que) (\d+)/i.exec(name)?.[1] ?? null;

const toText = ({ name }: PairTransaction): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();

const toCents = ({ amount }: PairTransaction): number => Math.round(amount * 100);

const toDay = ({ date }: PairTransaction): number => Date.parse(date) / 86_400_000;
