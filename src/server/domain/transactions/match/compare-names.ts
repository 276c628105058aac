import { NUMBER_KINDS, type Reading, type TextWords } from "./read-texts.ts";
import { SERVICE_WORDS } from "./words-of-payment.ts";

/** The results of comparing two rows' names, defined in docs/matching.md. */
type Names = "differ" | "same" | "adds" | "untold" | "unnamed";

/**
 * The result of comparing two names, the share of the longer name's words that the shorter one has,
 * and the words of both.
 */
export type NameComparison = { names: Names; share: number; common: readonly string[] };

/** The maximum number of cached comparisons. A large weak map grows in long turns. */
const MAX_KEPT = 2000;
/** Comparisons by reading. Rows with the same texts share a reading. */
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
  // In a transfer, the longer name may be another person's.
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

/** The words of one reading that the other lacks. */
const missingIn = (a: Reading, b: Reading): string[] =>
  [...a.words].filter((word) => {
    if (b.words.has(word)) return false;
    if (!(a.mayVary || b.mayVary)) return true;
    return ![...b.words].some((other) => areAlike(word, a.cut.has(word), other, b.cut.has(other)));
  });

/** Whether two rows share a number of a shop, an invoice, a cheque or a phone. */
export const shareNumber = (a: Reading, b: Reading): boolean => {
  const others = b.numbers.get("other");
  return (
    others !== undefined && [...(a.numbers.get("other") ?? [])].some((number) => others.has(number))
  );
};

/**
 * The minimum length of a cut number that may match a longer number: the numbers of many shops
 * begin alike.
 */
const MIN_CUT_NUMBER = 6;

/**
 * Whether one text is cut within a number, with too few digits left to match the other text's
 * longer number.
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

/**
 * Whether a possibly cut word is a service or an office, or the start of such a word: PARK is not
 * PARKING.
 */
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

/** Whether two readings share a word only if one of the words counts as cut. */
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

/**
 * Joins words into one. A letter repeated where two words meet counts once, as in "extra apples".
 */
const joined = (words: readonly string[]): string =>
  words
    .join("")
    .replace(/([aou])e+/g, "$1")
    .replace(/aa+/g, "a");

/** The words after those that together equal another word; null if no such split exists. */
function wordsBehind(words: readonly string[], together: string): string[] | null {
  for (let at = 1; at <= words.length; at++) {
    const begin = joined(words.slice(0, at));
    if (begin === together) return words.slice(at);
    if (begin.length >= together.length) return null;
  }
  return null;
}

/** Whether a text begins with another text's words, joined or separate. */
function beginsWith({ words, cut }: TextWords, begin: TextWords): boolean {
  const isPrefix =
    begin.words.length <= words.length &&
    begin.words.every((word, at) => {
      const other = words[at] ?? "";
      return areAlike(word, word === begin.cut, other, other === cut);
    });
  return isPrefix || wordsBehind(words, joined(begin.words)) !== null;
}

/** Whether two words are equal, allowing for a cut end or unwritable letters. */
export const areAlike = (a: string, isCutA: boolean, b: string, isCutB: boolean): boolean =>
  a === b ||
  (isCutA && b.startsWith(a)) ||
  (isCutB && a.startsWith(b)) ||
  (a.includes("?") && fits(a, isCutA, b)) ||
  (b.includes("?") && fits(b, isCutB, a));

/**
 * Whether a word matches a word with unwritable letters. Two signs may stand for one letter, or one
 * for two.
 */
const fits = (pattern: string, isCut: boolean, word: string): boolean =>
  new RegExp(`^${pattern.replaceAll("?", ".{1,2}")}${isCut ? "" : "$"}`, "u").test(word);
