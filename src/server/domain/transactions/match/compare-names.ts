import { NUMBER_KINDS, type Reading, type TextWords } from "./read-texts.ts";
import { SERVICE_WORDS } from "./words-of-payment.ts";

/** The result of comparing the names of two rows; docs/matching.md defines each. */
type Names = "differ" | "same" | "adds" | "untold" | "unnamed";

/** How two names compare, the share of the longer one that the shorter one has, and the words of both. */
export type NameComparison = { names: Names; share: number; common: readonly string[] };

/** How many comparisons are kept; a weak map of many grows in steps that are long turns. */
const MAX_KEPT = 2000;
/** Comparisons of readings, which are shared by rows with the same texts. */
const compared = new Map<Reading, Map<Reading, NameComparison>>();
let kept = 0;

/** Compares the names of two rows. */
export const compareNames = (a: Reading, b: Reading): NameComparison => {
  const known = compared.get(a)?.get(b);
  if (known) return known;
  const comparison = compare(a, b);
  if (kept === MAX_KEPT) {
    compared.clear();
    kept = 0;
  }
  kept += 1;
  const ofReading = compared.get(a);
  if (ofReading) ofReading.set(b, comparison);
  else compared.set(a, new Map([[b, comparison]]));
  return comparison;
};

const compare = (a: Reading, b: Reading): NameComparison => {
  if (a.words.size === 0 || b.words.size === 0) return UNNAMED;
  if (a.key === b.key && !a.isCheque) return { names: "same", share: 1, common: [...a.words] };
  const [onlyA, onlyB] = withoutJoined(missingIn(a, b), missingIn(b, a));
  const [short, long, extra] = onlyA.length > 0 ? [b, a, onlyA] : [a, b, onlyB];
  const both = {
    share: Math.min(a.words.size, b.words.size) / Math.max(a.words.size, b.words.size),
    common: [...short.words],
  };
  if (onlyA.length > 0 && onlyB.length > 0) return { names: "differ", ...both };
  // The longer name may be another person's.
  const isTransfer = a.isTransfer || b.isTransfer;
  const isCheque = a.isCheque && b.isCheque && !shareNumber(a, b);
  const isCutShort = endsInNumber(a, b) || endsInService(a, b);
  if (extra.length === 0 && !isCheque && !isCutShort)
    return { names: isTransfer && areOnlyAlike(a, b) ? "untold" : "same", ...both, share: 1 };
  const isUntold =
    isCheque ||
    isCutShort ||
    isTransfer ||
    extra.some((word) => SERVICE_WORDS.has(word)) ||
    !long.texts.some((text) => short.texts.some((begin) => beginsWith(text, begin)));
  return { names: isUntold ? "untold" : "adds", ...both };
};

const UNNAMED: NameComparison = { names: "unnamed", share: 0, common: [] };

/** The words of a reading that another one lacks. */
const missingIn = (a: Reading, b: Reading): string[] =>
  [...a.words].filter((word) => {
    if (b.words.has(word)) return false;
    if (!(a.mayVary || b.mayVary)) return true;
    return ![...b.words].some((other) => areAlike(word, a.cut.has(word), other, b.cut.has(other)));
  });

/** Whether two rows name the same number of a shop, an invoice, a cheque or a phone. */
export const shareNumber = (a: Reading, b: Reading): boolean => {
  const others = b.numbers.get("other");
  return (
    others !== undefined && [...(a.numbers.get("other") ?? [])].some((number) => others.has(number))
  );
};

/**
 * The minimum number of characters by which a cut number matches a longer one: with fewer, the numbers of
 * many shops begin alike.
 */
const MIN_CUT_NUMBER = 6;

/**
 * Whether one text is cut within a number, and keeps too few of its digits to match the longer number of the
 * other text.
 */
const endsInNumber = (a: Reading, b: Reading): boolean =>
  (a.mayVary || b.mayVary) &&
  NUMBER_KINDS.some((kind) => {
    const [one, other] = [a.numbers.get(kind), b.numbers.get(kind)];
    return one && other && (endsIn(one, a.cut, other) || endsIn(other, b.cut, one));
  });

const endsIn = (
  numbers: ReadonlySet<string>,
  cut: ReadonlySet<string>,
  others: ReadonlySet<string>,
): boolean =>
  [...numbers].some(
    (number) =>
      cut.has(number) &&
      number.length < MIN_CUT_NUMBER &&
      !others.has(number) &&
      [...others].some((other) => other.startsWith(number)),
  );

/** Whether a word that one row may have cut is a service or an office, or begins one: PARK is no PARKING. */
const endsInService = (a: Reading, b: Reading): boolean =>
  [
    [a, b],
    [b, a],
  ].some(([one, other]) =>
    [...(one?.cut ?? [])].some(
      (word) =>
        one?.words.has(word) &&
        !other?.words.has(word) &&
        [...(other?.words ?? [])].some(
          (longer) =>
            longer.startsWith(word) && (SERVICE_WORDS.has(word) || SERVICE_WORDS.has(longer)),
        ),
    ),
  );

/** Whether two readings have a word in common only if one is taken for cut. */
const areOnlyAlike = (a: Reading, b: Reading): boolean =>
  [...a.cut, ...b.cut].some((word) => a.words.has(word) !== b.words.has(word));

/** Leaves out words that one text writes as one word and the other as several. */
function withoutJoined(a: string[], b: string[]): [string[], string[]] {
  if (a.length === 0 || b.length === 0) return [a, b];
  const restOfA = wordsBehind(a, joined(b));
  if (restOfA) return [restOfA, []];
  const restOfB = wordsBehind(b, joined(a));
  return restOfB ? [[], restOfB] : [a, b];
}

/** Words as one; where two meet, as in "extra apples", their letters are taken for one as within a word. */
const joined = (words: readonly string[]): string =>
  words
    .join("")
    .replace(/([aou])e+/g, "$1")
    .replace(/aa+/g, "a");

/** The words after the first ones that equal others written together; null if those end within a word, or differ. */
function wordsBehind(words: readonly string[], together: string): string[] | null {
  for (let at = 1; at <= words.length; at++) {
    const begin = joined(words.slice(0, at));
    if (begin === together) return words.slice(at);
    if (begin.length >= together.length) return null;
  }
  return null;
}

/** Whether a text begins with all words of another one, together or apart. */
function beginsWith({ words, cut }: TextWords, begin: TextWords): boolean {
  const isPrefix =
    begin.words.length <= words.length &&
    begin.words.every((word, at) => {
      const other = words[at] ?? "";
      return areAlike(word, word === begin.cut, other, other === cut);
    });
  return isPrefix || wordsBehind(words, joined(begin.words)) !== null;
}

/** Whether two words are one, cut or with letters that could not be written. */
export const areAlike = (a: string, isCutA: boolean, b: string, isCutB: boolean): boolean =>
  a === b ||
  (isCutA && b.startsWith(a)) ||
  (isCutB && a.startsWith(b)) ||
  (a.includes("?") && fits(a, isCutA, b)) ||
  (b.includes("?") && fits(b, isCutB, a));

/** Whether a word fits one with letters that could not be written; two may stand for one letter, or one for two. */
const fits = (pattern: string, isCut: boolean, word: string): boolean =>
  new RegExp(`^${pattern.replaceAll("?", ".{1,2}")}${isCut ? "" : "$"}`, "u").test(word);
