/** The longest text that is looked at, in characters, and the most words of it. */
const MAX_CHARACTERS = 500;
const MOST_WORDS = 60;

/** Letters that the Unicode normalization does not take apart. */
const PLAIN: Record<string, string> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
};

/**
 * Returns the words of a description, in lower case, without accents and punctuation: `SQ *JIM'S CAFÉ` has the words
 * sq, jims and cafe. Only the first 500 characters count, and 60 words of them, so that any text takes a bounded time.
 */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, MAX_CHARACTERS)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{Mn}'’`´]/gu, "")
    .replace(/[ßøæœłđðþ]/g, (letter) => PLAIN[letter] ?? letter)
    // Müller is also written Mueller, and Århus Aarhus.
    .replace(/([aou])e/g, "$1")
    .replaceAll("aa", "a")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);

/** A word without any letter, or mostly of digits: a date, a number of a card, store or reference. */
export const isNumber = (word: string): boolean =>
  !/\p{L}/u.test(word) || word.replace(/\D/g, "").length > 3;
