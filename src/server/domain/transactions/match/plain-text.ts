/** The longest text that is looked at, in characters. */
const MAX_CHARACTERS = 500;

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

/** Single letters that are one word, such as H&M. */
const INITIALS = /(?<!\p{L})\p{L}(?:[&+.'’-]\p{L})+(?!\p{L})/gu;

/** Returns a text in lower case, without accents and apostrophes, its initials as one word. */
export const plainText = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .replace(INITIALS, (letters) => letters.replace(/[^\p{L}]/gu, ""))
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’`´]/gu, "")
    .replace(/[ßøæœłđðþı]/g, (letter) => PLAIN[letter] ?? letter);

/** Returns a word by which its spellings are compared: Müller is also written Mueller, and Århus Aarhus. */
export const plainWord = (word: string): string =>
  word.replace(/([aou])e/g, "$1").replaceAll("aa", "a");
