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

/** How many words of a text are compared. */
const MOST_WORDS = 40;

/** Returns the words of a name or a street, in lower case, without accents and apostrophes; Müller is also Mueller. */
export const plainWords = (text: string): string[] =>
  text
    .slice(0, 500)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’`´]/gu, "")
    .replace(/[ßøæœłđðþ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/([aou])e/g, "$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
