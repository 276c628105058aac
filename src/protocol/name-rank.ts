import { fold } from "./fold.ts";

const EXACT = 0;
const NAME_START = 1;
const WORD_START = 2;
const WORDS_START = 3;
const INSIDE = 4;
const WORDS_INSIDE = 5;

/** What a text has in it only but for one slip, and what does not fit at all. */
export const ALMOST = 6;
export const NOT = 7;

/** The words of a text as they are compared, with one space between them. */
export const plainWords = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * How well a text fits what is wanted, both in plain words; the less the better. What has the words in
 * their order comes before what has them in another: at its start, at the start of words, or anywhere.
 */
export const rankOf = (searchText: string, text: string): number => {
  const from = ` ${text}`;
  const words = searchText.split(" ");
  if (text === searchText) return EXACT;
  if (text.startsWith(searchText)) return NAME_START;
  if (from.includes(` ${searchText}`)) return WORD_START;
  if (words.every((word) => from.includes(` ${word}`))) return WORDS_START;
  if (text.includes(searchText)) return INSIDE;
  return words.every((word) => text.includes(word)) ? WORDS_INSIDE : NOT;
};
