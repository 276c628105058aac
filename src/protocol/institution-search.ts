import { ALMOST, NOT, plainWords, rankOf } from "./name-rank.ts";

/** What can be searched: a name, and other names people know it by. */
export type Searchable = { name: string; aliases?: readonly string[] };

/** How many institutions a search in Link shows at most. */
export const MAX_RESULTS = 20;

/** From this length on a query may have one slip of the finger in it. */
const FORGIVING = 4;

/**
 * The rows that fit what the user typed, best first: the name itself, names that start with it, names
 * with its words, in their order or in any, then names that contain it, then names that are one typing
 * error away. Blind to case, accents and punctuation; equals keep their order. A blank query fits everything. This says what a search finds;
 * `searchIndex` finds the same among many.
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

/** Whether a query is long enough to have room for a slip. */
export const isForgiven = (searchText: string): boolean => searchText.length >= FORGIVING;

/** Whether a text has `wanted` at `start`, but for one letter wrong, missing, too many or swapped. */
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

/** Whether what is left of `wanted` from `from` on stands in the text at `at`. */
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
