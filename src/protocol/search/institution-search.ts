import { FUZZY_MATCH, fold, NO_MATCH, plainWords, rankOf } from "./name-rank.ts";

/** A searchable row: its name, and its other names. */
export type Searchable = { name: string; aliases?: readonly string[] };

/** The maximum number of results in Link. */
export const MAX_RESULTS = 20;

/** A query of at least this many characters may contain one typo; a query with such a word, two. */
const FORGIVING = 4;
const LONG_WORD = /\S{8}/;

/** Letters that are typed as others on most keyboards, and have no accent to leave out. */
const TYPED_AS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
};

/** Folds a text and writes it in the letters that people type. */
export const transliterate = (text: string): string =>
  fold(text).replace(/[ßæœþøłđðı]/g, (letter) => TYPED_AS[letter] ?? letter);

/** Returns a text as searches compare it: in plain words, without case, accents and punctuation. */
export const searchText = (text: string): string => plainWords(transliterate(text));

/**
 * Returns the rows that match a query, best first: the exact name, names that start with it, names
 * with its words at the start of words, in order or not, names that contain it or its words, then
 * names with one typo; if none match so, names with two. Among names with as many typos the
 * shortest is first, since the query covers the largest part of it; other ties keep their order.
 * Ignores case, accents and punctuation. A blank query matches everything. This function defines
 * the results; `searchIndex` finds the same in long lists.
 */
export const searchInstitutions = <Row extends Searchable>(
  query: string,
  rows: readonly Row[],
): Row[] => {
  const words = searchText(query);
  if (words === "") return query.trim() === "" ? [...rows] : [];
  const matches = rows
    .map((row) => ({ row, rank: rowRank(words, row) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort(
      (a, b) =>
        a.rank - b.rank || (a.rank < FUZZY_MATCH ? 0 : a.row.name.length - b.row.name.length),
    );
  const isFound = matches.some(({ rank }) => rank <= FUZZY_MATCH);
  return matches.filter(({ rank }) => rank <= FUZZY_MATCH || !isFound).map(({ row }) => row);
};

/** Returns the number of typos that a query may contain. */
export const typosIn = (searchText: string): number =>
  LONG_WORD.test(searchText) ? 2 : Number(searchText.length >= FORGIVING);

/**
 * Whether `text` at `start` continues with `searchText` from its position `from` on, with at most `typos`
 * characters wrong, missing, added or swapped.
 */
export const startsAlmostWith = (
  text: string,
  start: number,
  searchText: string,
  typos: number,
  from = 0,
): boolean => {
  let at = from;
  let here = start;
  while (at < searchText.length && text.charCodeAt(here) === searchText.charCodeAt(at)) {
    at++;
    here++;
  }
  if (at === searchText.length) return true;
  const left = typos - 1;
  return (
    left >= 0 &&
    (startsAlmostWith(text, here + 1, searchText, left, at + 1) ||
      startsAlmostWith(text, here + 1, searchText, left, at) ||
      startsAlmostWith(text, here, searchText, left, at + 1) ||
      (text.charCodeAt(here) === searchText.charCodeAt(at + 1) &&
        text.charCodeAt(here + 1) === searchText.charCodeAt(at) &&
        startsAlmostWith(text, here + 2, searchText, left, at + 2)))
  );
};

const rowRank = (words: string, { name, aliases = [] }: Searchable): number =>
  Math.min(...[name, ...aliases].map((text) => rank(words, searchText(text))));

function rank(searchText: string, name: string): number {
  const exactly = rankOf(searchText, name);
  if (exactly < NO_MATCH) return exactly;
  const starts = [0, ...[...name.matchAll(/ /g)].map(({ index }) => index + 1)];
  for (let typos = 1; typos <= typosIn(searchText); typos++)
    if (starts.some((start) => startsAlmostWith(name, start, searchText, typos)))
      return FUZZY_MATCH + typos - 1;
  return NO_MATCH;
}
