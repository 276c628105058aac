import { areNicknames, isKnownFirstName } from "./nicknames.ts";
import { plainWords } from "./plain-words.ts";

/** The comparison of a name with those of an account's owners. */
export type NameMatch = {
  score: number | null;
  is_first_name_or_last_name_match: boolean | null;
  is_nickname_match: boolean | null;
  is_business_name_detected: boolean | null;
};

/** Words of a company's name. */
const BUSINESS_WORDS = new Set(
  plainWords(
    "llc inc incorporated corp corporation company co ltd limited llp lp plc gmbh ag ug kg ohg gbr mbh ev " +
      "sarl sas sasu eurl spa srl snc bv nv vof ab oy oyj aps sl slu lda ltda holding holdings group partners " +
      "associates services enterprises solutions consulting trust foundation stiftung verein restaurant shop store",
  ),
);

/** Words before or after a name that are no part of it. */
const TITLES = new Set(
  plainWords("mr mrs ms miss dr prof sir jr sr ii iii herr frau mme mlle sig sra"),
);

/** How alike two words of names are: the same, a nickname, one letter apart, an initial, or not at all. */
const LIKENESS = { same: 1, nickname: 0.9, near: 0.85, initial: 0.5, other: 0 } as const;
type Likeness = keyof typeof LIKENESS;

/** Each word that only one of the names has, such as a second first name. */
const SURPLUS = 5;

/** Compares a name with the best of the names that the institution has; null where one of both is missing. */
export const matchName = (name: string | undefined, ownerNames: readonly string[]): NameMatch => {
  if (name === undefined || ownerNames.length === 0)
    return {
      score: null,
      is_first_name_or_last_name_match: null,
      is_nickname_match: null,
      is_business_name_detected: null,
    };
  const comparisons = ownerNames.map((other) => compare(nameWords(name), nameWords(other)));
  const best = comparisons.reduce((a, b) => (b.score > a.score ? b : a));
  return {
    score: best.score,
    is_first_name_or_last_name_match: best.pairs.includes("same"),
    is_nickname_match: best.pairs.includes("nickname"),
    is_business_name_detected: [name, ...ownerNames].some((each) =>
      plainWords(each).some((word) => BUSINESS_WORDS.has(word)),
    ),
  };
};

const nameWords = (name: string): string[] => {
  const words = plainWords(name);
  const own = words.filter((word) => !TITLES.has(word));
  return own.length > 0 ? own : words;
};

type Comparison = { score: number; pairs: Likeness[] };

/** Pairs the words of two names in any order, the most alike first. */
function compare(a: readonly string[], b: readonly string[]): Comparison {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const left = [...long];
  const pairs = short.map((word): Likeness => {
    const likenesses = left.map((other) => likenessOf(word, other));
    const best = likenesses.reduce<Likeness>(
      (most, each) => (LIKENESS[each] > LIKENESS[most] ? each : most),
      "other",
    );
    if (best !== "other") left.splice(likenesses.indexOf(best), 1);
    return best;
  });
  if (short.length === 0) return { score: 0, pairs };
  const alike = pairs.reduce((sum, pair) => sum + LIKENESS[pair], 0) / short.length;
  const surplus = Math.min(SURPLUS * (long.length - short.length), 30);
  return { score: Math.max(0, Math.round(100 * alike - surplus)), pairs };
}

function likenessOf(a: string, b: string): Likeness {
  if (a === b) return "same";
  if (areNicknames(a, b)) return "nickname";
  if (Math.min(a.length, b.length) === 1) return a[0] === b[0] ? "initial" : "other";
  const shorter = Math.min(a.length, b.length);
  if (shorter < SHORTEST_NEAR || !areOneLetterApart(a, b)) return "other";
  if (shorter === SHORTEST_NEAR && isOneReplaced(a, b)) return "other";
  return areTwoNames(a, b) ? "other" : "near";
}

/**
 * The minimum number of letters of a word that may be mistyped: a shorter word with another letter is mostly
 * another name, as in Jean and Joan.
 */
const SHORTEST_NEAR = 4;

/** Whether two words differ in one replaced letter, rather than in two swapped ones. */
const isOneReplaced = (a: string, b: string): boolean =>
  a.length === b.length && [...a].toSorted().join("") !== [...b].toSorted().join("");

/** Endings in which two first names differ, mostly those of a man and of a woman. */
const ENDING = /(?:a|e|i|o|as)$/;

/** Whether two words that are spelled nearly alike are two names: both are in the list, or they differ in an ending. */
function areTwoNames(a: string, b: string): boolean {
  if (isKnownFirstName(a) && isKnownFirstName(b)) return true;
  const [stem, other] = [a.replace(ENDING, ""), b.replace(ENDING, "")];
  return stem === other || stem === b || other === a;
}

/** Whether one letter was changed, added, left out, or two neighbours were swapped. */
function areOneLetterApart(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length);
  let begin = 0;
  while (begin < most && a[begin] === b[begin]) begin += 1;
  let end = 0;
  while (end < most - begin && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const restA = a.slice(begin, a.length - end);
  const restB = b.slice(begin, b.length - end);
  if (Math.max(restA.length, restB.length) <= 1) return true;
  return restA.length === 2 && restB === `${restA[1]}${restA[0]}`;
}
