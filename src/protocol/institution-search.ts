import { ALMOST, NOT, plainWords, rankOf } from "./name-rank.ts";

/** A searchable row: its name, and its other names. */
export type Searchable = { name: string; aliases?: readonly string[] };

/** The maximum number of results in Link. */
export const MAX_RESULTS = 20;

/** The length from which on a query may contain one typo. */
const FORGIVING = 4;

/**
 * Returns the rows that match a query, best first: the exact name, names that start with it, names
 * with its words at the start of words, in order or not, names that contain it or its words, then
 * names with one typo. Ignores case, accents and punctuation; ties keep their order. A blank query matches
 * everything. This function defines the results; `searchIndex` finds the same in long lists.
 */
export const searchInstitutions = <Row extends Searchable>(
  query: string,
  rows: readonly Row[],
): Row[] => {
  const searchText = plainWords(query);
  if (searchText === "") return query.trim() === "" ? [...rows] : [];
  return rows
    .map((row) => ({ row, rank: rowRank(searchText, row) }))
    .filter(({ rank }) => rank < NOT)
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
};

/** Whether a query is long enough to allow a typo. */
export const isForgiven = (searchText: string): boolean => searchText.length >= FORGIVING;

/**
 * Whether a text has `searchText` at `start`, with at most one character wrong, missing, added or
 * swapped.
 */
export const startsAlmostWith = (text: string, start: number, searchText: string): boolean => {
  let at = 0;
  while (at < searchText.length && text.charCodeAt(start + at) === searchText.charCodeAt(at)) at++;
  const here = start + at;
  return (
    continues(text, here + 1, searchText, at + 1) ||
    continues(text, here + 1, searchText, at) ||
    continues(text, here, searchText, at + 1) ||
    (text.charCodeAt(here) === searchText.charCodeAt(at + 1) &&
      text.charCodeAt(here + 1) === searchText.charCodeAt(at) &&
      continues(text, here + 2, searchText, at + 2))
  );
};

/** Whether the rest of `searchText`, from `from` on, is in the text at `at`. */
function continues(text: string, at: number, searchText: string, from: number): boolean {
  for (let next = from; next < searchText.length; next++)
    if (text.charCodeAt(at + next - from) !== searchText.charCodeAt(next)) return false;
  return true;
}

const rowRank = (searchText: string, { name, aliases = [] }: Searchable): number =>
  Math.min(...[name, ...aliases].map((text) => rank(searchText, plainWords(text))));

function rank(searchText: string, name: string): number {
  const exactly = rankOf(searchText, name);
  if (exactly < NOT || !isForgiven(searchText)) return exactly;
  const starts = [0, ...[...name.matchAll(/ /g)].map(({ index }) => index + 1)];
  return starts.some((start) => startsAlmostWith(name, start, searchText)) ? ALMOST : NOT;
}
