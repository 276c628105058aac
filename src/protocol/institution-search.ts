/** What can be searched: a name, and other names people know it by. */
type Searchable = { name: string; aliases?: readonly string[] };

const NAME_START = 0;
const WORD_START = 1;
const INSIDE = 2;
const ALMOST = 3;
const NOT = 4;

/** From this length on a query may have one slip of the finger in it. */
const FORGIVING = 4;

/**
 * The rows that fit what the user typed, best first: names that start with it, then words that do,
 * then names that contain it, then names that are one typing error away. Blind to case, accents and
 * punctuation; equals keep their order. A blank query fits everything.
 */
export const searchInstitutions = <Row extends Searchable>(
  query: string,
  rows: readonly Row[],
): Row[] => {
  const wanted = plainWords(query);
  if (wanted === "" && query.trim() !== "") return [];
  return rows
    .map((row) => ({ row, rank: rowRank(wanted, row) }))
    .filter(({ rank }) => rank < NOT)
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
};

/** A text without its accents and capitals; as long as the text itself in the languages of Link. */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const plainWords = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const rowRank = (wanted: string, { name, aliases = [] }: Searchable): number =>
  Math.min(...[name, ...aliases].map((text) => rank(wanted, plainWords(text))));

function rank(wanted: string, name: string): number {
  const at = name.indexOf(wanted);
  if (at === 0) return NAME_START;
  if (name.includes(` ${wanted}`)) return WORD_START;
  if (at > 0) return INSIDE;
  if (wanted.length < FORGIVING) return NOT;
  const words = name.split(" ");
  return words.some((_, at) => startsAlmostWith(words.slice(at).join(" "), wanted)) ? ALMOST : NOT;
}

/** Whether one letter wrong, missing, too many, or swapped with its neighbour tells them apart. */
function startsAlmostWith(text: string, wanted: string): boolean {
  let at = 0;
  while (at < wanted.length && wanted[at] === text[at]) at++;
  const [typed = "", next = ""] = wanted.slice(at);
  return (
    text.startsWith(wanted.slice(at + 1), at + 1) ||
    text.startsWith(wanted.slice(at), at + 1) ||
    text.startsWith(wanted.slice(at + 1), at) ||
    text.startsWith(next + typed + wanted.slice(at + 2), at)
  );
}
