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
  ı: "i",
};

/** Returns a text in lower case, without accents and apostrophes, by which its spellings are compared. */
export const plainLetters = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’`´]/gu, "")
    .replace(/[ßøæœłđðþı]/g, (letter) => PLAIN[letter] ?? letter);
