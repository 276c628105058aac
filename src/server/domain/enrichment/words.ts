import { plainLetters } from "./plain-letters.ts";

/** The maximum length of a text that is analyzed, in characters, and the maximum number of its words. */
const MAX_CHARACTERS = 500;
const MOST_WORDS = 60;

/**
 * Returns the words of a description, in lower case, without accents and punctuation: `SQ *JIM'S CAFÉ` has the words
 * sq, jims and cafe. Only the first 500 characters count, and 60 words of them, so that any text takes a bounded time.
 */
export const splitWords = (text: string): string[] =>
  plainLetters(text.slice(0, MAX_CHARACTERS))
    // C.P.A.M. is also written CPAM.
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}(?![\p{L}\p{N}])/gu, (initials) =>
      initials.replaceAll(".", ""),
    )
    // Müller is also written Mueller, and Århus Aarhus.
    .replace(/([aou])e/g, "$1")
    .replaceAll("aa", "a")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);

/** A word without any letter, or mostly of digits: a date, a number of a card, store or reference. */
export const isNumber = (word: string): boolean =>
  !/\p{L}/u.test(word) || word.replace(/\D/g, "").length > 3;
