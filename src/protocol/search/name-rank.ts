const EXACT = 0;
const NAME_START = 1;
const WORD_START = 2;
const WORDS_START = 3;
const INSIDE = 4;
const WORDS_INSIDE = 5;

/** The ranks of a match with typos, by their number less one, and of no match. */
export const FUZZY_MATCH = 6;
export const NO_MATCH = 8;

/** Normalizes a text to its plain words, with one space between them. */
export const plainWords = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Ranks how well a text matches a search text, both in plain words; lower is better. Words in order
 * rank before words in another order: at the start, at starts of words, or anywhere.
 */
export const rankOf = (searchText: string, text: string): number => {
  const from = ` ${text}`;
  const words = searchText.split(" ");
  if (text === searchText) return EXACT;
  if (text.startsWith(searchText)) return NAME_START;
  if (from.includes(` ${searchText}`)) return WORD_START;
  if (words.every((word) => from.includes(` ${word}`))) return WORDS_START;
  if (text.includes(searchText)) return INSIDE;
  return words.every((word) => text.includes(word)) ? WORDS_INSIDE : NO_MATCH;
};

/** Removes accents and lower-cases a text; the length stays the same in the languages of Link. */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
